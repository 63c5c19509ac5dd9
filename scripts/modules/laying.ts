/** Lays generated modules into a tree, merges them with hand-made changes, and takes them out again. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeNames } from '../../contract/schema/generated';
import { type Manifest, manifestPath, manifestText } from '../../server/develop/generator/files';
import { alteration, UnclearChange } from '../../server/develop/generator/migration';
import { fileName, type GeneratedFile, migrationPath, tableName } from '../../server/develop/generator/setting';
import { layered, listed, unlayered, unlisted } from './lists';
import { listFile, migrations, Refused, type Tree } from './tree';

const layersFile = 'test/house/layers.ts';

/** What happened to a file, as it is told. */
export interface Told {
  path: string;
  what: 'new' | 'updated' | 'merged' | 'same' | 'conflict' | 'removed' | 'left out';
}

function isMigration({ path }: { path: string }): boolean {
  return path.startsWith(`${migrations}/`);
}

/** The places that a module of these names has; a manifest that names any other is refused. */
function placesOf({ setting }: Manifest): RegExp {
  const { area, moduleName } = setting;
  const file = `${area}/${fileName(setting)}`;
  return new RegExp(
    `^(?:contract/modules/${file}\\.ts|server/${file}\\.ts|src/features/${file}\\.ts|test/server/${file}\\.test\\.ts|${migrations}/\\d{4}_${moduleName}(?:_\\d+)?\\.sql)$`,
  );
}

/** A manifest from its text. Throws `Refused` for what the generator has not written. */
export function readManifest(text: string, path: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw new Refused(`${path} can’t be read`);
  }
  const isWhole = manifest?.form === 1 && Array.isArray(manifest.files) && typeof manifest.setting === 'object';
  if (!isWhole || Object.keys(judgeNames({ ...manifest.setting })).length > 0)
    throw new Refused(`${path} is not of this generator`);
  if (path !== manifestPath(manifest.setting)) throw new Refused(`${path} is of another module`);
  const places = placesOf(manifest);
  for (const file of manifest.files)
    if (typeof file.text !== 'string' || !places.test(file.path))
      throw new Refused(`${path} names the file ${file.path}`);
  return manifest;
}

/** The three-way merge of Git: what a person changed since `base`, and what the generator did. */
function merged(ours: string, base: string, theirs: string): { text: string; conflicts: number } {
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-merge-'));
  try {
    const files = [ours, base, theirs].map((text, index) => {
      const file = join(folder, String(index));
      writeFileSync(file, text);
      return file;
    });
    const labels = ['-L', 'hand-made', '-L', 'generated before', '-L', 'generated now'];
    const { status, stdout, error } = spawnSync('git', ['merge-file', '-p', ...labels, ...files], { encoding: 'utf8' });
    if (error || status === null || status > 127) throw new Refused('git merge-file failed');
    return { text: stdout, conflicts: status };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function layFile(tree: Tree, { path, text }: GeneratedFile, base: string | undefined): Told {
  const ours = tree.read(path);
  if (ours === undefined) {
    // A file that a person has removed stays removed.
    if (base !== undefined) return { path, what: 'left out' };
    tree.write(path, text);
    return { path, what: 'new' };
  }
  if (ours === text || base === text) return { path, what: 'same' };
  if (base === undefined) throw new Refused(`${path} is there, and the generator has not written it`);
  if (ours === base) {
    tree.write(path, text);
    return { path, what: 'updated' };
  }
  const { text: both, conflicts } = merged(ours, base, text);
  tree.write(path, both);
  return { path, what: conflicts > 0 ? 'conflict' : 'merged' };
}

/**
 * The migrations of a module as the tree is to have them. A number that is taken, or that comes before those that are
 * there, is the next free one; one that the tree has stays as it is, and another one follows it when the model has
 * changed.
 */
function migrationsFor(tree: Tree, manifest: Manifest, former: Manifest | undefined): GeneratedFile[] {
  const last = tree.lastMigration();
  const { setting, model, targets, files } = manifest;
  if (!former) {
    const number = Math.max(setting.migration, last + 1);
    return files.filter(isMigration).map(({ text }) => ({ path: migrationPath(setting, number), text }));
  }
  const held = former.files.filter(isMigration);
  let change: string | undefined;
  try {
    change = alteration(former.model, model, setting, targets);
  } catch (error) {
    if (error instanceof UnclearChange) throw new Refused(`${setting.moduleName}: ${error.message}`);
    throw error;
  }
  if (change === undefined) return held;
  const path = migrationPath(
    setting,
    Math.max(held.length > 0 ? 0 : setting.migration, last + 1),
    `_${held.length + 1}`,
  );
  return [...held, { path, text: change }];
}

/** Refuses a screen, or a module of another area, with the same name. */
function refuseNamesakes(tree: Tree, { setting }: Manifest): void {
  const name = fileName(setting);
  for (const area of tree.names('src/features').filter((one) => /^(?!crud$)[a-z]+$/.test(one))) {
    const below = tree.names(`src/features/${area}`);
    const screens = [name, `${name}.ts`, `${name}.tsx`].filter((one) => below.includes(one));
    const isOwn = area === setting.area && screens.join() === `${name}.ts`;
    if (screens.length > 0 && !isOwn) throw new Refused(`src/features/${area} has a screen called ${name}`);
  }
}

/** Gathers what the modules need; nothing is written before `tree.commit`. */
export function lay(tree: Tree, manifests: readonly Manifest[]): Told[] {
  return manifests.flatMap((manifest) => {
    const { setting } = manifest;
    const path = manifestPath(setting);
    const kept = tree.read(path);
    const former = kept === undefined ? undefined : readManifest(kept, path);
    if (former && tableName(former.setting) !== tableName(setting))
      throw new Refused(`${setting.moduleName} is in the area '${former.setting.area}' of this tree`);
    refuseNamesakes(tree, manifest);
    const files = [...manifest.files.filter((file) => !isMigration(file)), ...migrationsFor(tree, manifest, former)];
    const base = new Map(former?.files.map((file) => [file.path, file.text]));
    const told = files.map((file) => layFile(tree, file, base.get(file.path)));
    tree.write(path, manifestText({ ...manifest, files }));
    tree.write(listFile, listed(tree.read(listFile)!, setting.area, fileName(setting)));
    const layers = tree.read(layersFile);
    if (layers !== undefined) tree.write(layersFile, layered(layers, setting.area));
    return told;
  });
}

/** Takes a module out. Throws `Refused` with the files that a person has changed. */
export function takeOut(tree: Tree, moduleName: string): Told[] {
  const path = manifestPath({ moduleName });
  const text = /^[a-z][a-z\d_]*$/.test(moduleName) ? tree.read(path) : undefined;
  if (text === undefined) throw new Refused(`This tree has no generated module '${moduleName}'`);
  const manifest = readManifest(text, path);
  const changed = manifest.files.filter((file) => ![undefined, file.text].includes(tree.read(file.path)));
  if (changed.length > 0)
    throw new Refused(`Changed by hand, nothing was removed:\n${changed.map((file) => `  ${file.path}`).join('\n')}`);
  const { setting } = manifest;
  for (const file of manifest.files) tree.remove(file.path);
  tree.remove(path);
  tree.write(listFile, unlisted(tree.read(listFile)!, setting.area, fileName(setting)));
  const layers = tree.read(layersFile);
  const isEmpty = ['contract/modules', 'server', 'src/features'].every(
    (half) => tree.names(`${half}/${setting.area}`).length === 0,
  );
  if (layers !== undefined && isEmpty) tree.write(layersFile, unlayered(layers, setting.area));
  return manifest.files.map((file) => ({ path: file.path, what: 'removed' }));
}
