import { factsOf, type Language } from '../../contract/domain/languages';
import { joined, textIn } from '../../contract/domain/text';
import { searchedFields } from '../../contract/schema/conditions';
import { actionLabel, isAction, type Module, referencesOf, type Verb } from '../../contract/schema/module';
import { buttonsOf } from '../../contract/wire/menus';
import type { HelpWords, PageHelp } from '../../texts/help';

const verbs: Readonly<Record<string, Verb>> = {
  add: 'add',
  edit: 'update',
  view: 'detail',
  delete: 'remove',
  export: 'export',
  import: 'import',
};

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The help of a module that has no text of its own: its fields, its buttons and the modules it points to. */
export function madeHelp(module: Module, words: HelpWords['made'], language: Language): PageHelp {
  const { wordGap } = factsOf(language);
  const title = textIn(module.label, language);
  const name = wordGap === '' ? title : title.toLowerCase();
  const searched = searchedFields(module);
  const fields = Object.entries({ ...module.fields, ...searched }).map(([name, field]) => ({
    label: textIn(field.label, language),
    isTyped: field.inForm !== false,
    isRequired: field.required === true,
    isSearched: Object.hasOwn(searched, name),
  }));
  const listOf = (keep: (field: (typeof fields)[number]) => boolean) =>
    joined([...new Set(fields.filter(keep).map(({ label }) => label))], language);
  const buttons = buttonsOf(module).map(({ alias, name: zh, nameEn: en }): [string, string] => {
    const verb = verbs[alias];
    const action = module.actions[alias];
    const said = verb ? words[verb === 'detail' ? 'view' : verb] : words.action;
    const asks = isAction(action) && action.question ? textIn(action.question.text, language) : '';
    const shown = textIn(action ? actionLabel(action) : [zh, en], language);
    return [shown, [filled(said, { name }), asks && filled(words.asks, { text: asks })].filter(Boolean).join(wordGap)];
  });
  return {
    about: filled(words.about, { name }),
    steps: [
      filled(words.list, { fields: listOf(({ isSearched }) => isSearched) || listOf(() => true) }),
      ...(module.offers('add')
        ? [
            filled(words.required, {
              fields: listOf(({ isTyped, isRequired }) => isTyped && isRequired) || listOf(({ isTyped }) => isTyped),
            }),
          ]
        : []),
    ],
    buttons: Object.fromEntries(buttons),
    see: [...new Set(referencesOf(module).map(({ to }) => `page:${to}`)), 'guide:lists'],
  };
}
