/** What the generator makes a module from. */
import type { Model, ModelField } from '../../../contract/schema/modelled';
import { fileNameOf } from '../../../contract/schema/module';
import { kebab } from './words';

/** Names of the module that a model becomes. */
export interface Setting {
  /** Folder in contract, server and features. */
  area: string;
  /** Stem of files, table and permissions: `^[a-z][a-z0-9_]*$`. */
  moduleName: string;
  serviceName: string;
  /** Code of the menu above its page. */
  menuUnder: string;
  icon: string;
  /** Number of the migration that makes its table. */
  migration: number;
}

/**
 * The modules that fields point to, by name. `table`: where it has a key `(tenant_id, id)`; null for records of the
 * platform, and for those that are kept in another way.
 */
export type Targets = Readonly<Record<string, { table: string | null; isBusiness?: true }>>;

/** A file of the tree. */
export interface GeneratedFile {
  path: string;
  text: string;
}

export function fileName({ moduleName }: Pick<Setting, 'moduleName'>): string {
  return fileNameOf(moduleName);
}
export function tableName({ area, moduleName }: Pick<Setting, 'area' | 'moduleName'>): string {
  return moduleName === area || moduleName.startsWith(`${area}_`) ? moduleName : `${area}_${moduleName}`;
}
/** On the wire, below `/api`. */
export function pathOf({ serviceName, moduleName }: Pick<Setting, 'serviceName' | 'moduleName'>): string {
  return `/${serviceName}/${kebab(moduleName)}`;
}
export function migrationPath({ moduleName }: Pick<Setting, 'moduleName'>, number: number, suffix = ''): string {
  return `server/migrations/${String(number).padStart(4, '0')}_${moduleName}${suffix}.sql`;
}

export function titleField(model: Model): ModelField {
  const found = model.fields.find(({ name }) => name === model.titleField);
  if (!found) throw new Error(`The model '${model.code}' has no title`);
  return found;
}
/** English where it was given. */
export function english({ zh, en }: { zh: string; en: string }): string {
  return en || zh;
}
