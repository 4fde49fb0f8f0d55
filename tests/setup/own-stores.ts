// Before each file of integration tests: its environment names the stores of the worker it runs in.
const all = JSON.parse(process.env.TEST_STORES ?? '[]') as Record<string, string>[];
Object.assign(process.env, all[Number(process.env.JEST_WORKER_ID) - 1]);
