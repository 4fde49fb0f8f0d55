// Healthy means ready: the process has found its dependencies. `/health/status` lists those that are away now.
const answer = await fetch(`http://127.0.0.1:${process.env.OPS_PORT}/health/ready`).catch(
  () => undefined,
);
process.exit(answer?.ok ? 0 : 1);
