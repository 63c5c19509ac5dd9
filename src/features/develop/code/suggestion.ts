import type { ModelRecord } from '../../../../contract/modules/develop/model';
import { judgeNames } from '../../../../contract/schema/generated';

/** Names for the module of a model; those that are not allowed are left to the person. */
export function suggestionOf({
  modelName,
  modelCode,
}: Pick<ModelRecord, 'modelName' | 'modelCode'>): Record<string, string> {
  const words = modelCode.split(/_+/).filter(Boolean);
  // A word of the name begins with a letter.
  const moduleName = words.reduce(
    (name, word) => (name === '' || /^\d/.test(word) ? name + word : `${name}_${word}`),
    '',
  );
  const names = { codeName: modelName, moduleName, serviceName: `blade-${words[0] ?? moduleName}`, area: 'lease' };
  const problems = judgeNames(names);
  return Object.fromEntries(Object.entries(names).filter(([name]) => !Object.hasOwn(problems, name)));
}

/** What of it goes into a form: empty fields, and those that still have what was proposed before. */
export function takenUp(
  suggestion: Record<string, string>,
  draft: Record<string, unknown>,
  before: Record<string, string>,
): Record<string, string> {
  const isFree = (name: string) => !draft[name] || draft[name] === before[name];
  return Object.fromEntries(Object.entries(suggestion).filter(([name]) => isFree(name)));
}
