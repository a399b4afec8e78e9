/** Whether a host is this machine, so that nothing sent to it crosses a network, and nobody else reaches what listens there. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1)$/.test(host);
}
