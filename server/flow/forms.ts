/** Forms of a diagram as fields of ours: shown by the console, judged by the server. */
import { type Field, type Fields, flag, integer, longText, moment, money, ref } from '../../contract/schema/fields';
import { problemText } from '../../contract/schema/messages';
import { judge } from '../../contract/schema/validate';
import { draftOf } from '../engine/saving/drafts';
import type { Context } from '../kernel/context';
import { Refusal } from '../kernel/errors';
import type { FormField } from './engine/plan';
import { checkPeople } from './people';

/** A field without the languages beyond Chinese and English. */
function declared({ type, required, values, title: { zh, en } }: FormField): Field {
  switch (type) {
    case 'long':
      return integer(zh, en, { required });
    case 'double':
      return { ...money(zh, en, { required }), unit: undefined } as Field;
    case 'boolean':
      return flag(zh, en, { required });
    case 'date':
      return moment(zh, en, { required });
    case 'user':
      return ref('user')(zh, en, { required });
    case 'enum':
      return {
        ...integer(zh, en, { required }),
        kind: 'choice',
        choices: Object.fromEntries(values.map(({ id, title }) => [id, title])),
      } as Field;
    default:
      return longText(zh, en, { required, maxLength: 500 });
  }
}

/** The initial value of a field, where its text is one. */
function initialOf(field: FormField, made: Field): Pick<Field, 'initial'> {
  if (field.initial === undefined || /[$#]\{/.test(field.initial))
    return made.initial === undefined ? {} : { initial: made.initial };
  if (field.type === 'boolean') return { initial: field.initial === 'true' ? 1 : 0 };
  if (field.type === 'long') return { initial: Number(field.initial) };
  return { initial: field.initial };
}

/** The fields of a form. A field that is only shown is `derived`. */
export function fieldsOf(form: readonly FormField[] = []): Fields {
  return Object.fromEntries(
    form.map((field) => {
      const made = { ...declared(field), label: field.title };
      return [field.id, { ...made, ...initialOf(field, made), ...(field.readOnly ? { derived: true as const } : {}) }];
    }),
  );
}

/** The values of a form in a body: its own fields alone, each as its field wants it. */
export async function formValues(
  cx: Context,
  form: readonly FormField[] | undefined,
  sent: unknown,
): Promise<Record<string, unknown>> {
  const fields = fieldsOf(form);
  const body =
    typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as Record<string, unknown>) : {};
  const draft = draftOf({ fields }, body, undefined, new Set());
  const problems = judge(fields, draft);
  const [first] = Object.entries(problems);
  if (first) throw new Refusal('invalid', { text: problemText(fields[first[0]]!, first[1], cx.language) }, problems);
  const people = Object.entries(fields).flatMap(([name, { kind }]) =>
    kind === 'ref' && typeof draft[name] === 'string' && draft[name] !== '' ? [draft[name]] : [],
  );
  await checkPeople(cx, people);
  return draft;
}
