/** Forms of a diagram as fields of ours: shown by the console, judged by the server. */
import { type Field, type Fields, flag, integer, longText, moment, money, ref } from '../../contract/schema/fields';
import { problemText } from '../../contract/schema/messages';
import { judge } from '../../contract/schema/validate';
import { draftOf } from '../engine/drafts';
import type { Context } from '../kernel/context';
import { Refusal } from '../kernel/errors';
import type { FormField } from './engine/plan';
import { checkPeople } from './people';

function typed(field: FormField): Field {
  const { name, type, required } = field;
  switch (type) {
    case 'long':
      return integer(name, name, { required });
    case 'double':
      return { ...money(name, name, { required }), unit: undefined } as Field;
    case 'boolean':
      return flag(name, name, { required });
    case 'date':
      return moment(name, name, { required });
    case 'user':
      return ref('user')(name, name, { required });
    case 'enum':
      return {
        ...integer(name, name, { required }),
        kind: 'choice',
        choices: Object.fromEntries(field.values.map((one) => [one.id, { zh: one.name, en: one.name }])),
      } as Field;
    default:
      return longText(name, name, { required, maxLength: 500 });
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
      const made = typed(field);
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
