// Healthy means ready: the process and everything it needs can be used.
const answer = await fetch(`http://127.0.0.1:${process.env.OPS_PORT}/health/ready`).catch(
  () => undefined,
);
process.exit(answer?.ok ? 0 : 1);
