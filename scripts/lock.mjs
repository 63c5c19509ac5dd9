/**
 * `npm run lock`: completes package-lock.json after packages were added or raised.
 *
 * A registry mirror may not carry the builds of a package for other platforms. npm then leaves them out of the lock
 * file, and `npm ci` refuses that file as out of step, everywhere. This adds the missing entries: the exact version
 * that the owner asks for, and the platforms its name states. An entry has no integrity value then, because the package
 * could not be read; a registry that has it fills that in at the next `npm install`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, tell } from './ensure.mjs';

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const { packages } = lock;

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = systems.filter((it) => words.includes(it));
  const cpu = processors.filter((it) => words.includes(it));
  if (os.length !== 1 || cpu.length !== 1) return undefined;
  const libc = words.some((it) => it.startsWith('musl'))
    ? 'musl'
    : words.some((it) => it.startsWith('gnu'))
      ? 'glibc'
      : '';
  return { cpu, ...(os[0] === 'linux' && libc ? { libc: [libc] } : {}), os };
}

const added = [];
for (const owner of Object.values(packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    if (Object.keys(packages).some((it) => it === path || it.endsWith(`/${path}`))) continue;
    const platform = platformOf(name);
    if (platform === undefined || !/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) {
      tell(`left out: ${name}@${version} (no exact version, or no platform in its name)`);
      continue;
    }
    const { cpu, ...rest } = platform;
    packages[path] = { version, cpu, ...(owner.dev ? { dev: true } : {}), optional: true, ...rest };
    added.push(`${name}@${version}`);
  }
}
const [own, ...others] = Object.entries(packages);
lock.packages = Object.fromEntries([own, ...others.sort(([a], [b]) => a.localeCompare(b, 'en'))]);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
tell(added.length === 0 ? 'the lock file is complete' : `added ${added.join(', ')}`);
