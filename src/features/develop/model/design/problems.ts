import type { TFunction } from 'i18next';
import type { Language } from '../../../../../contract/domain/text';
import type { Problem } from '../../../../../contract/domain/values';
import { problemText } from '../../../../../contract/schema/messages';
import type { Problems } from '../../../../../contract/schema/validate';

/** Problems that need other words than those of any field. */
const special = ['name.badFormat', 'choices.badFormat', 'isInForm.required', 'titleField.notText', 'code.badFormat'];

/** Problems of a part of the model, by member: of the model itself without a place, else of the field at that place. */
export function problemsAt(problems: Problems, place?: number): Problems {
  const start = place === undefined ? '' : `fields.${place}.`;
  return Object.fromEntries(
    Object.entries(problems).flatMap(([path, problem]) =>
      path.startsWith(start) && !path.slice(start.length).includes('.') ? [[path.slice(start.length), problem]] : [],
    ),
  );
}

/** The message for a member; undefined without a problem, and for what is merely missing before a first attempt to save. */
export function saysOf(problems: Problems, isTried: boolean, t: TFunction, language: Language) {
  return (member: string, label: string): { problem?: string } => {
    const problem: Problem | undefined = problems[member];
    if (!problem || (problem === 'required' && !isTried && member !== 'isInForm')) return {};
    const own = `${member}.${problem}`;
    if (special.includes(own))
      return { problem: t(`model.problems.${own.replace('.', '_')}` as 'model.problems.name_badFormat') };
    return {
      problem: problemText({ kind: 'text', label: { zh: label, en: label }, required: true }, problem, language),
    };
  };
}
