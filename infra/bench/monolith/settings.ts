/** Read from the environment that the benchmark gives. */
const { PORT, DATABASE_URL, REDIS_URL, JWT_SECRET } = process.env;
const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION, S3_BUCKET } = process.env;

export const settings = {
  port: Number(PORT),
  databaseUrl: String(DATABASE_URL),
  redisUrl: String(REDIS_URL),
  objectStore: {
    endpoint: new URL(String(S3_ENDPOINT)),
    accessKey: String(S3_ACCESS_KEY),
    secretKey: String(S3_SECRET_KEY),
    region: String(S3_REGION),
    bucket: String(S3_BUCKET),
  },
};

export const JWT_KEY = new TextEncoder().encode(JWT_SECRET);
