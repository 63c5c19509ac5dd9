/** Parts of the drawing package that are our own: its language, and what its menus offer. */

import * as replaceOptions from 'bpmn-js/lib/features/replace/ReplaceOptions';
import type Modeler from 'bpmn-js/lib/Modeler';
import { canRun, repeatable } from '../../../../contract/domain/bpmn/elements';
import { filledIn, type Language, label, textIn } from '../../../../contract/domain/text';
import { bpmnWords } from './bpmnWords';

type ModelerSettings = NonNullable<ConstructorParameters<typeof Modeler>[0]>;

/** An element of the drawing. */
export interface Shape {
  id: string;
  type: string;
  businessObject: unknown;
  parent?: Shape;
  /** Of shapes, not of lines. */
  y?: number;
  height?: number;
}
type Attributes = Readonly<Record<string, unknown>>;
interface Entry {
  group?: string;
  className?: string;
  title?: string;
  separator?: true;
  action?: Readonly<Record<string, (event: unknown, element: Shape) => unknown>>;
}
type Entries = Record<string, Entry>;
interface Providers {
  registerProvider(priority: number, provider: object): void;
}
interface PopupProviders {
  registerProvider(menu: string, priority: number, provider: object): void;
}
interface Factory {
  createShape(attributes: Attributes): Shape;
}
interface Create {
  start(event: unknown, shape: Shape, context?: { source: Shape }): void;
}
interface AutoPlace {
  append(source: Shape, shape: Shape): Shape;
}
interface AppendPreview {
  create(source: Shape, type: string, attributes: Attributes): void;
  cleanUp(): void;
}
type Translate = (text: string, values?: Readonly<Record<string, unknown>>) => string;

/** Below that of the package's own providers, whose entries it sees. */
const late = 500;

const timer = { type: 'bpmn:IntermediateCatchEvent', eventDefinitionType: 'bpmn:TimerEventDefinition' };
/** Elements that the palette offers, in its order. */
export const offered = {
  start: { type: 'bpmn:StartEvent', icon: 'start-event-none', title: 'Create start event', group: 'event' },
  end: { type: 'bpmn:EndEvent', icon: 'end-event-none', title: 'Create end event', group: 'event' },
  timer: { ...timer, icon: 'intermediate-event-catch-timer', title: 'Create timer event', group: 'event' },
  userTask: { type: 'bpmn:UserTask', icon: 'user-task', title: 'Create user task', group: 'activity' },
  serviceTask: { type: 'bpmn:ServiceTask', icon: 'service-task', title: 'Create service task', group: 'activity' },
  exclusive: { type: 'bpmn:ExclusiveGateway', icon: 'gateway-xor', title: 'Create gateway', group: 'gateway' },
  parallel: {
    type: 'bpmn:ParallelGateway',
    icon: 'gateway-parallel',
    title: 'Create parallel gateway',
    group: 'gateway',
  },
  inclusive: { type: 'bpmn:InclusiveGateway', icon: 'gateway-or', title: 'Create inclusive gateway', group: 'gateway' },
  note: { type: 'bpmn:TextAnnotation', icon: 'text-annotation', title: 'Create text annotation', group: 'artifact' },
} as const;
export type Offered = keyof typeof offered;

/** Attributes of a new shape. */
export function attributesOf(name: Offered): Attributes {
  const { icon: _, title: __, group: ___, ...attributes } = offered[name];
  return attributes;
}

/** Entries of the package's palette that stay. */
const keptTools =
  /^(hand-tool|lasso-tool|space-tool|global-connect-tool|tool-separator|create\.(subprocess-expanded|group))$/;

function PaletteOfRunnable(palette: Providers, create: Create, factory: Factory, translate: Translate) {
  const made = (): Entries =>
    Object.fromEntries(
      (Object.keys(offered) as Offered[]).map((name): [string, Entry] => {
        const { icon, title, group } = offered[name];
        const begin = (event: unknown) => create.start(event, factory.createShape(attributesOf(name)));
        const entry = { group, className: `bpmn-icon-${icon}`, title: translate(title) };
        return [`create.${name}`, { ...entry, action: { dragstart: begin, click: begin } }];
      }),
    );
  palette.registerProvider(late, {
    getPaletteEntries: () => (entries: Entries) => {
      const kept = Object.entries(entries).filter(([name]) => keptTools.test(name));
      const tools = kept.filter(([name]) => !name.startsWith('create.'));
      const others = kept.filter(([name]) => name.startsWith('create.'));
      return { ...Object.fromEntries(tools), ...made(), ...Object.fromEntries(others) };
    },
  });
}
PaletteOfRunnable.$inject = ['palette', 'create', 'elementFactory', 'translate'];

/** Entries of the pad beside an element that add what the engine does not run, and what takes their place. */
const replaced: Readonly<Record<string, { name: Offered; title: string }>> = {
  'append.append-task': { name: 'userTask', title: 'Append user task' },
  'append.intermediate-event': { name: 'timer', title: 'Append timer event' },
  'append.gateway': { name: 'exclusive', title: 'Append gateway' },
};
const dropped = /^append\.(receive-task|message-|timer-|condition-|signal-|compensation-)/;

function PadOfRunnable(
  pad: Providers,
  create: Create,
  factory: Factory,
  autoPlace: AutoPlace,
  preview: AppendPreview,
  translate: Translate,
) {
  const entryOf = (name: Offered, title: string): Entry => {
    const attributes = attributesOf(name);
    return {
      group: 'model',
      className: `bpmn-icon-${offered[name].icon}`,
      title: translate(title),
      action: {
        dragstart: (event, source) => create.start(event, factory.createShape(attributes), { source }),
        click: (_, source) => autoPlace.append(source, factory.createShape(attributes)),
        hover: (_, source) => {
          preview.create(source, String(attributes.type), attributes);
          return () => preview.cleanUp();
        },
      },
    };
  };
  pad.registerProvider(late, {
    getContextPadEntries: () => (entries: Entries) =>
      Object.fromEntries(
        Object.entries(entries)
          .filter(([name]) => !dropped.test(name))
          .map(([name, entry]): [string, Entry] => {
            const own = replaced[name];
            return [name, own ? entryOf(own.name, own.title) : entry];
          }),
      ),
  });
}
PadOfRunnable.$inject = ['contextPad', 'create', 'elementFactory', 'autoPlace', 'appendPreview', 'translate'];

interface ReplaceOption {
  actionName: string;
  target?: { type: string; eventDefinitionType?: string; isExpanded?: boolean; triggeredByEvent?: boolean };
}
const options = Object.values(
  replaceOptions as unknown as Record<string, ReplaceOption[] | Record<string, ReplaceOption[]>>,
).flatMap((some) => (Array.isArray(some) ? some : Object.values(some).flat())) as readonly ReplaceOption[];

function runs({ target }: ReplaceOption): boolean {
  if (!target) return true;
  return canRun(target.type, target.eventDefinitionType) && !target.triggeredByEvent && target.isExpanded !== false;
}
/** Names of the entries that change an element into one that does not run. */
const unusable = new Set(options.filter((option) => !runs(option)).map(({ actionName }) => actionName));

/** Whether the menu of other types offers this entry. */
export function isOfferedInMenu(entry: string): boolean {
  return !unusable.has(entry);
}

const repeating = /^toggle-(parallel-mi|sequential-mi)$/;
function isHeaderKept(entry: string, type: string): boolean {
  if (entry === 'toggle-non-interrupting') return true;
  return repeating.test(entry) && repeatable.includes(type);
}

function MenuOfRunnable(popupMenu: PopupProviders) {
  const kept = (entries: Entries, isKept: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => isKept(name)));
  popupMenu.registerProvider('bpmn-replace', late, {
    getPopupMenuEntries: () => (entries: Entries) => kept(entries, isOfferedInMenu),
    getPopupMenuHeaderEntries:
      ({ type }: Shape) =>
      (entries: Entries) =>
        kept(entries, (name) => isHeaderKept(name, type)),
  });
}
MenuOfRunnable.$inject = ['popupMenu'];

/** A text of the package in a language. */
export function packageText(text: string, language: Language): string {
  const zh = bpmnWords[text];
  return zh === undefined ? text : textIn(label(zh, text), language);
}

/** Modules of the package that make it offer what the engine runs, in our languages. */
export function modelerModules(language: () => Language): NonNullable<ModelerSettings['additionalModules']> {
  const translate: Translate = (text, values = {}) => filledIn(packageText(text, language()), values);
  return [
    { translate: ['value', translate] },
    {
      __init__: ['paletteOfRunnable', 'padOfRunnable', 'menuOfRunnable'],
      paletteOfRunnable: ['type', PaletteOfRunnable],
      padOfRunnable: ['type', PadOfRunnable],
      menuOfRunnable: ['type', MenuOfRunnable],
    },
  ];
}
