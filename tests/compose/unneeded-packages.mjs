// Runs inside an image: prints the packages in /app/node_modules that nothing there cannot do without, neither another
// package nor a workspace that is built into the image.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const read = (file) => ({ file, ...JSON.parse(readFileSync(file, 'utf8')) });
const packages = globSync('**/node_modules/{*,@*/*}/package.json').map(read);
const workspaces = globSync(['{libs,services}/*/package.json', 'gateway/package.json'])
  .filter((file) => existsSync(join(dirname(file), 'dist')))
  .map(read);

const isOptional = ({ peerDependenciesMeta = {} }, name) => peerDependenciesMeta[name]?.optional;
const needed = new Set(
  [...packages, ...workspaces].flatMap((manifest) => [
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.optionalDependencies ?? {}),
    ...Object.keys(manifest.peerDependencies ?? {}).filter((name) => !isOptional(manifest, name)),
  ]),
);

for (const { file, name } of packages) {
  if (file.startsWith('node_modules/') && !needed.has(name)) console.log(name);
}
