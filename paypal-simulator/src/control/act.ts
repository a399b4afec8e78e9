const message = document.querySelector("#message");

/** Called after each action. */
const listeners: (() => void)[] = [];

export function afterActs(listener: () => void): void {
  listeners.push(listener);
}

const saidMs = 8_000;
let fading: number | undefined;

/** Failure messages stay until the next message. */
export function say(text: string, isFailure = false): void {
  if (!(message instanceof HTMLElement)) return;
  message.textContent = text;
  message.classList.toggle("failure", isFailure);
  window.clearTimeout(fading);
  if (!isFailure && text !== "") fading = window.setTimeout(() => say(""), saidMs);
}

/** Sends a request to the simulator and shows the result. */
export async function act(done: string, path: string, body: object | null = {}): Promise<void> {
  try {
    const answer = await fetch(`/control/${path}`, {
      method: body === null ? "DELETE" : "POST",
      ...(body === null ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (answer.ok) say(done);
    else say(`Not done: ${await issueOf(answer)}`, true);
  } catch {
    say("The simulator could not be reached.", true);
  }
  for (const listener of listeners) listener();
}

async function issueOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  const issue = typeof body === "object" && body !== null && "issue" in body ? body.issue : undefined;
  return typeof issue === "string" ? issue : `status ${answer.status}`;
}
