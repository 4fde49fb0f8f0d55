// Healthy means ready: the process has found its dependencies. `/health/status` names those that cannot be reached now.
const answer = await fetch(`http://127.0.0.1:${process.env.OPS_PORT}/health/ready`).catch(
  () => undefined,
);
process.exit(answer?.ok ? 0 : 1);
