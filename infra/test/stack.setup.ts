export default function startStack(): Promise<void> {
  return Promise.reject(new Error('The whole-stack setup is not written yet'));
}
