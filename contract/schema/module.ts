/** What a module declares beside its fields, and the records, drafts and pages that follow from it. */

import type { IconName } from '../domain/icons/names';
import { type Label, label, type Text } from '../domain/text';
import { declaredNumbers, declaredSecrets, namedSecrets, secretHolders } from './declaredSecrets';
import { type Field, type Fields, shownAs } from './fields';
import type { MenuGroupName } from './menuGroups';
import { withSecrets } from './secretMembers';
import type { Problems } from './validate';

export type Verb = 'list' | 'detail' | 'add' | 'update' | 'remove' | 'export' | 'import';
const conventional: Record<Verb, string> = {
  list: 'list',
  detail: 'detail',
  add: 'submit',
  update: 'submit',
  remove: 'remove',
  export: 'export',
  import: 'import',
};
/** Reading needs the menu itself; each kind of writing, and each way of a whole list in or out, has a button of its own. */
const guards: Record<Verb, string> = {
  list: '',
  detail: '',
  add: '_add',
  update: '_edit',
  remove: '_delete',
  export: '_export',
  import: '_import',
};
/** What a module must offer so that its list goes out, or comes in. */
const restsOn: Partial<Record<Verb, Verb>> = { export: 'list', import: 'add' };

/** How a record is chosen where a field points to one. */
export interface Chosen<Name extends string = string> {
  /** From the whole list or the whole tree, at most 20,000 records; or searched by a part of title or note. */
  by: 'list' | 'tree' | 'search';
  /** Fields that name a record where another one points to it. */
  title: Name;
  note?: Name;
  /** Names of narrower sets; the server module has a condition for each. */
  offers?: readonly string[];
}

/** How a record is found by the search above all pages. */
export interface Found<Name extends string = string> {
  /** Text fields: a number by its beginning, its end or any four digits of a phone, a name by any part or by initials. */
  by: readonly Name[];
  /** A reference: whatever finds that record finds its own records, too. */
  through?: Name;
  /** Its page below the menu's path, as `detail/:id`; without one the list opens, narrowed to the first of the fields. */
  page?: string;
}

/** A record to choose, as `GET {path}/choices` answers it, in a page of them. */
export interface Choice {
  id: string;
  title: string;
  note?: string;
  /** In a tree: '0' at the top, unless the module says otherwise. */
  parentId?: string;
  hasChildren?: boolean;
}

/**
 * What can be done to records beyond saving and removing them. `POST {path}/{name}` with `{ ids: '1,2', reason?,
 * …fields }`; where rows are versioned, `version` too: one for each id, comma-joined in the same order. Its permission
 * is `{module}_{name}`. The server checks `shown` and `off` again.
 */
export interface ActionSpec<F extends Fields = Fields> {
  label: Text;
  /** A single row (the default), the chosen rows (also one), or the list itself, without ids. */
  on?: 'row' | 'rows' | 'list';
  icon?: IconName;
  tone?: 'primary' | 'danger';
  /** Confirmation before it is done. `needsReason`: it is not done without a reason. */
  question?: { title: Text; text: Text; danger?: boolean; needsReason?: boolean };
  /** Whether the record has this action at all. */
  shown?(row: RecordOf<{ fields: F }>): boolean;
  /** Why it cannot be done to this record now; undefined where it can. */
  off?(row: RecordOf<{ fields: F }>): Text | undefined;
  /** Message after it is done. */
  done?: Text;
  /** What the record waits for: it stands before all other actions, and at the head of the record's page. */
  leads?: true;
  /** Few need it: in the menu of a row it stands behind the actions of the screen. */
  isRare?: true;
  /** Modules whose lists and choices it changes beside its own. */
  refreshes?: readonly string[];
  /** It changes menus: those of the person are loaded again. */
  changesMenus?: true;
  /** Inputs beside the reason. */
  fields?: Fields;
  /** Further people may have to decide on it: its question says so. */
  mayWait?: true;
  /** Who does it says what they saw themselves: no process does it in the name of a person. */
  vouches?: true;
  /** Its feature asks in a dialog of its own, which shows what would be done. */
  hasOwnDialog?: true;
}
/** A bare text is a button whose code guards calls that are written by hand. */
export type Actions<A extends string = string, F extends Fields = Fields> = { [name in A]: Text | ActionSpec<F> };

/**
 * A figure of the dashboard: how many records meet the conditions of their list, and what a money field of theirs comes
 * to. It is shown to those who may list the module, counts what their data scopes let them see, and opens that list.
 */
export interface CardSpec<Name extends string = string> {
  title: Text;
  icon: IconName;
  /** Below the figure. */
  note?: Text;
  /** Parameters of the module's list; `today` is `yyyy-MM-dd`. */
  list(today: string): Readonly<Record<string, string>>;
  /** The money field that is added up: the card is an amount among the figures. Without one it is a count among what is to be done. */
  sum?: Name;
}

/**
 * A named part of a module's list: one condition makes its count, its rows and their sums. The list opens on the first
 * of them that is declared so.
 */
export interface ViewSpec {
  /** Its name, or the word of the field's dictionary for the value. */
  label: Text | { field: string; value: number };
  /** Who has one of these permissions has this view; everybody where none is named. */
  needs?: readonly string[];
  /** The conditions as the search panel holds them; `today` is `yyyy-MM-dd`. */
  seek(today: string): Readonly<Record<string, string>>;
  isFirst?: true;
}

/** The list behind a view of a module, as its page is opened. */
export function viewList({ name, views }: Pick<Module, 'name' | 'views'>, view: string, today: string) {
  return { feature: name, search: new URLSearchParams(views![view]!.seek(today)).toString() };
}

/** Where the page of a module stands in the menus. */
export interface MenuPlace {
  /** The menu above it. */
  under: MenuGroupName;
  icon: IconName;
  /** Title of the menu; by default the module's. */
  title?: Text;
  /** Last part of the page's address; by default the module's name. */
  path?: string;
  /** Position among its siblings. Those without one get 10, 20, 30 … in the order of the list of modules. */
  sort?: number;
}

/** A field of the module; what names one does not tell which fields there are. */
type NameIn<F extends Fields> = NoInfer<keyof F & string>;

export interface ModuleSpec<N extends string = string, F extends Fields = Fields, A extends string = string> {
  name: N;
  title: readonly [zh: string, en: string];
  /** Wire path under /api, as the requirement documents write it. */
  path: string;
  /** Only what differs from list, detail, submit, submit, remove, export, import; and the name of the import's template. */
  calls?: Partial<Record<Verb | 'import-template' | 'views', string>>;
  /** Verbs whose button has another code than usual: `{ add: 'create' }` is the permission `car_create`. */
  codes?: Partial<Record<Verb, string>>;
  fields: F;
  /** Buttons beyond add, edit, view and delete: `status` becomes the permission `order_status`. */
  actions?: Actions<A, F>;
  /** Names of values that its history holds beside its fields, by the name that they have there. */
  historyLabels?: Readonly<Record<string, Label>>;
  /** Its figures on the dashboard, by name. */
  cards?: Readonly<Record<string, CardSpec<NameIn<F>>>>;
  /** The views above its list, by name; `GET {path}/views` answers how many rows each has. */
  views?: Readonly<Record<string, ViewSpec>>;
  /** Its page's entry in the menus; the buttons below follow from verbs and actions. Without one it has no page. */
  menu?: MenuPlace;
  /** Verbs of the generic screens and calls that this module does not offer. */
  without?: readonly Verb[];
  /** Rows that carry money are changed only by callers who name their latest version. */
  isVersioned?: boolean;
  /** Writes of its records that further people may have to decide on: the form and the question of a removal say so. */
  mayWait?: readonly ('add' | 'update' | 'remove')[];
  /** Calls that the family's clients know and that always refuse: they need no permission and have no button. */
  refuses?: readonly Verb[];
  /** Fields whose values two records rarely share: the form asks before it saves another record with the same one. */
  alike?: readonly NameIn<F>[];
  /** Problems between fields; `today` is `yyyy-MM-dd`. Evaluated when one of the fields changes. */
  judging?(draft: Record<string, unknown>, today: string): Problems;
  /** Field that names the record this one belongs to; its history shows this module's changes too. */
  belongsTo?: NameIn<F>;
  /** How its records are chosen, and named in a history. Without it no field can point to it. */
  chosen?: Chosen<NameIn<F>>;
  /** Fields that name a record in histories together, where none is chosen by a title. */
  namedBy?: readonly NameIn<F>[];
  /** How the search above all pages finds its records. */
  found?: Found<NameIn<F>>;
  /** People write notes on its records. Its page is at `detail/:id` below the menu's path and shows `NotesCard`. */
  notes?: true;
  /** Its list may hold millions of rows: the console shows the first page before they are counted. */
  isLarge?: true;
  /** Fields by which a row may be sorted, beyond those that are searched. */
  sortable?: readonly NameIn<F>[];
  /**
   * Rows form a tree: the field that names the parent row ('0' at the top by default), and the one that names a row.
   * The list is the whole tree, unless it is paged.
   */
  tree?: { parent: NameIn<F>; title: NameIn<F>; top?: string; isPaged?: true };
  /** The platform's owner may name the tenant that a call is meant for. */
  acrossTenants?: true;
  /** One set of rows for all tenants, written by the platform's own people alone. */
  scope?: 'platform';
  /** Made by the code generator, which may make it again. */
  isGenerated?: true;
  /** Rows that the server writes once and never changes: there is no history to show. */
  keepsNoHistory?: true;
}

export function defineModule<const N extends string, F extends Fields, A extends string = never>(
  spec: ModuleSpec<N, F, A>,
) {
  for (const [name, { kind, secretBy, holdsSecrets }] of Object.entries(spec.fields)) {
    if (kind === 'secret') declaredSecrets.add(name);
    if (secretBy) namedSecrets.set(name, secretBy);
    if (holdsSecrets) secretHolders.set(name, withSecrets);
  }
  for (const [name, { kind, unit }] of askedFields({ fields: spec.fields, actions: spec.actions ?? {} }))
    if (kind === 'identity' || unit === 'card') declaredNumbers.add(name);
  const offers = (verb: Verb): boolean => {
    const base = restsOn[verb];
    return !spec.without?.includes(verb) && (!base || (offers(base) && !spec.refuses?.includes(base)));
  };
  return {
    ...spec,
    actions: spec.actions ?? ({} as Actions<A, F>),
    label: label(spec.title[0], spec.title[1]),
    url: (verb: Verb | (string & {})) =>
      `${spec.path}/${spec.calls?.[verb as Verb] ?? conventional[verb as Verb] ?? verb}`,
    permission: (verb: Verb) => {
      if (spec.refuses?.includes(verb)) return spec.name;
      const code = spec.codes?.[verb];
      return code ? `${spec.name}_${code}` : `${spec.name}${guards[verb]}`;
    },
    offers,
  };
}
export type Module<N extends string = string, F extends Fields = Fields, A extends string = string> = ReturnType<
  typeof defineModule<N, F, A>
>;

/** What the files of a module are called: its name, without the underscores of permission codes. */
export function fileNameOf(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether an action is called by the engine; a bare text is not. */
export function isAction(action: Text | ActionSpec | undefined): action is ActionSpec {
  return action !== undefined && !Array.isArray(action);
}
/** Fields of a record, and those that its actions ask for. */
export function askedFields({ fields, actions }: { fields: Fields; actions: Actions }): [string, Field][] {
  const asked = Object.values(actions).map((action) => (isAction(action) ? action.fields : undefined));
  return [fields, ...asked].flatMap((some) => Object.entries(some ?? {}));
}
/** The label of an action's button. */
export function actionLabel(action: Text | ActionSpec): Text {
  return isAction(action) ? action.label : action;
}

/** A field that points to records of another module. */
export interface Reference {
  name: string;
  to: string;
  field: Field;
  /** Name under which lists and details carry the record's title. */
  shownAs: string;
}
export function referencesOf({ fields }: { fields: Fields }): Reference[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.to ? [{ name, to: field.to, field, shownAs: shownAs(name, field) }] : [],
  );
}

type Held<X> = X extends Field<infer V, infer R> ? (R extends true ? V : V | null) : never;
/** What every record has beside its own fields. Money-bearing rows are guarded by `version`. */
export interface Common {
  id: string;
  tenantId: string;
  createUser: string | null;
  createDept: string | null;
  createTime: string;
  updateUser: string | null;
  updateTime: string;
  version: number;
}
export type RecordOf<M extends { fields: Fields }> = Common & { [K in keyof M['fields']]: Held<M['fields'][K]> };
export type DraftOf<M extends { fields: Fields }> = { id?: string } & {
  [K in keyof M['fields']]?: Held<M['fields'][K]> | null;
};

/** Name of the field by which a record says that a deed of it waits for the decision of others: its number, or null. */
export const approvalField = 'approvalAct';

/** A record seen by generic code, which reads fields by name. Module code says `RecordOf<typeof product>` instead. */
export type Row = { id: string; [field: string]: unknown };
/** A list answer. `sums` adds up money columns over the whole filtered set, not the page. */
/** The rows of a list whose money flows in one direction. */
export interface PageSide {
  direction: number;
  count: number;
  sums: Record<string, string>;
}
export interface Page<R = Row> {
  records: R[];
  total: number;
  size: number;
  current: number;
  pages: number;
  /** Over the whole filtered set; where rows of several directions are in it, `sides` has them instead. */
  sums?: Record<string, string>;
  sides?: PageSide[];
  /** The rows came first: `total` counts them alone, and there are no sums. */
  isCounting?: true;
}
export interface Query {
  current: number;
  size: number;
  filters: Record<string, unknown>;
  ascs?: string;
  descs?: string;
}
