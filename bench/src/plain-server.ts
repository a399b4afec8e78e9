import { createServer } from "node:http";
import { rememberAnswer } from "./remembered.ts";

/** The upper limit of every cache: answers of another server, sent by Node's own server from memory and nothing else. */
createServer(async (request, response) => {
  const of = new URL(request.url ?? "/", "http://localhost").searchParams.get("of");
  if (of === null) return response.writeHead(200).end();
  const { headers, body } = await rememberAnswer(of);
  return response.writeHead(200, { ...headers, "content-length": body.length }).end(body);
}).listen(Number(process.env.PORT), "127.0.0.1");
