// Runs before each integration test file and puts the addresses of its worker's stores into the environment.
const all = JSON.parse(process.env.TEST_STORES ?? '[]') as Record<string, string>[];
Object.assign(process.env, all[Number(process.env.JEST_WORKER_ID) - 1]);
