/** All files of a module, in the order in which a person reads them. */
import type { Model } from '../../../contract/schema/modelled';
import { declarationFile } from './declaration';
import { featureFile, serverFile } from './halves';
import { tableFile } from './migration';
import { testFile } from './moduleTest';
import { fileName, type GeneratedFile, type Setting, type Targets } from './setting';

/**
 * A module as a person would write it by the recipe of docs/adding-a-module.md. `model` has no problems (`judgeModel`), and the names
 * of `setting` are valid; `targets` are the modules that its fields point to. The same input gives the same texts.
 */
export function filesOf(model: Model, setting: Setting, targets: Targets): GeneratedFile[] {
  return [
    declarationFile(model, setting),
    tableFile(model, setting, targets),
    serverFile(model, setting, targets),
    featureFile(model, setting),
    testFile(model, setting),
  ];
}

/** What the zip says of a module: the tree keeps it, as the base of the next merge. */
export interface Manifest {
  /** Of this form. */
  form: 1;
  /** Name of the declaration, and of its file. */
  file: string;
  setting: Setting;
  model: Model;
  targets: Targets;
  files: GeneratedFile[];
}

export function manifestOf(model: Model, setting: Setting, targets: Targets): Manifest {
  return { form: 1, file: fileName(setting), setting, model, targets, files: filesOf(model, setting, targets) };
}
export function manifestPath(setting: Pick<Setting, 'moduleName'>): string {
  return `generated/${setting.moduleName}.json`;
}
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
