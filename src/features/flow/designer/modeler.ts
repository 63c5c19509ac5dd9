/** The drawing package behind one object: a process that is opened, drawn, and read again as a file. */
import '../../../ui/inputs/rich/trusted';
import Modeler from 'bpmn-js/lib/Modeler';
import { leasedesk } from '../../../../contract/domain/bpmn/words';
import type { Language } from '../../../../contract/domain/text';
import { FONT_STACK } from '../../../ui/theme/theme';
import { type Editing, type Part, partsOf, textOf, undrawnIn } from './moddle';
import { attributesOf, modelerModules, type Offered, type Shape } from './modelerModules';
import { declareDialect } from './words';

interface Point {
  x: number;
  y: number;
}
interface Box extends Point {
  width: number;
  height: number;
}
interface Canvas {
  getContainer(): HTMLElement;
  addMarker(element: string, marker: string): void;
  removeMarker(element: string, marker: string): void;
  getRootElement(): Shape;
  scrollToElement(element: Shape): void;
  viewbox(): Box & { inner: Box; outer: Pick<Box, 'width' | 'height'> };
  viewbox(box: Box): void;
  zoom(scale?: 'fit-viewport' | number, center?: 'auto'): number;
  focus(): void;
}
interface Registry {
  get(id: string): Shape | undefined;
  filter(keep: (element: Shape) => boolean): Shape[];
}
interface Selection {
  get(): Shape[];
  select(element: Shape | null): void;
}
interface Modeling {
  updateProperties(element: Shape, properties: Readonly<Record<string, unknown>>): void;
  updateModdleProperties(element: Shape, part: Part, properties: Readonly<Record<string, unknown>>): void;
  createShape(shape: Shape, position: Point, parent: Shape): Shape;
  connect(from: Shape, to: Shape): Shape;
  removeElements(elements: readonly Shape[]): void;
}
interface Commands {
  undo(): void;
  redo(): void;
  canUndo(): boolean;
  canRedo(): boolean;
}
interface Moddle {
  create(type: string, properties: object): Part;
  createAny(name: string, namespace: string, properties: object): Part;
  ids: { assigned(id: string): unknown };
}
interface Events {
  on(events: string | readonly string[], listener: () => void): void;
  fire(event: string): void;
}
interface Services {
  canvas: Canvas;
  elementRegistry: Registry;
  selection: Selection;
  modeling: Modeling;
  commandStack: Commands;
  moddle: Moddle;
  eventBus: Events;
  elementFactory: { createShape(attributes: object): Shape };
  autoPlace: { append(source: Shape, shape: Shape): Shape };
  rules: { allowed(action: string, context: object): unknown };
  searchPad: { toggle(): void };
  directEditing: { isActive(): boolean; complete(): void };
}

/** Room for the palette at the left of the drawing, and a margin around it, in px. */
const [paletteRoom, margin] = [120, 20];
/** Between an element that is added and the others, to its middle. */
const roomBelow = 100;
const zoomStep = 1.25;
const [leastZoom, mostZoom] = [0.2, 4];

export interface Listed {
  id: string;
  type: string;
  name: string;
}

/** A process as it is saved: its file, and the id and name of the process in it. */
export interface DrawnFile {
  xml: string;
  key: string;
  name: string;
}

export interface ModelerOptions {
  language(): Language;
  /** Class of elements with a fault. */
  faultClass: string;
  /** The process was changed by the person; the newest file, after one or several changes. */
  onChange(file: DrawnFile): void;
}

/** Whether the rules answer that the connection would be a sequence flow. */
function isSequenceFlow(answer: unknown): boolean {
  const flow = answer as { type?: string } | false | null;
  return flow !== null && flow !== false && flow.type === 'bpmn:SequenceFlow';
}

export function partOfShape(shape: Shape): Part {
  return shape.businessObject as Part;
}

/** Steps of one input are undone together: typing a name is one step, not one for each letter. */
function joinedSteps(commands: Commands, events: Events) {
  let latest: string | undefined;
  let isOwn = false;
  events.on('commandStack.changed', () => {
    if (!isOwn) latest = undefined;
  });
  return (step: string | undefined, act: () => void) => {
    isOwn = true;
    try {
      if (step !== undefined && step === latest && commands.canUndo()) commands.undo();
      act();
      latest = step;
    } finally {
      isOwn = false;
    }
  };
}

type Get = <N extends keyof Services>(name: N) => Services[N];

function listed(shape: Shape): Listed {
  return { id: shape.id, type: shape.type, name: textOf(partOfShape(shape), 'name') };
}
/** The label of an element stands for the element. */
function labelled(shape: Shape): Shape | undefined {
  return (shape as { labelTarget?: Shape }).labelTarget;
}

/** Which elements there are, and which are selected. */
function elementsOf(get: Get, faultClass: string) {
  const [canvas, registry, selection] = [get('canvas'), get('elementRegistry'), get('selection')];
  const marked = new Set<string>();
  const all = () => {
    const root = canvas.getRootElement();
    return registry.filter((shape) => shape !== root && !labelled(shape));
  };
  const only = () => (selection.get().length === 1 ? selection.get()[0] : undefined);
  const show = (shape: Shape) => {
    selection.select(shape);
    canvas.scrollToElement(shape);
  };
  return {
    only,
    show,
    isEmpty: () => all().length === 0,
    /** Where the elements end, from the top. */
    bottoms: () => all().flatMap(({ y, height }) => (y === undefined || height === undefined ? [] : [y + height])),
    /** The one selected element; the process where none or several are selected. */
    shown(): Shape {
      const chosen = only() ?? canvas.getRootElement();
      return labelled(chosen) ?? chosen;
    },
    rootId: () => canvas.getRootElement().id,
    selectNothing: () => selection.select(null),
    countSelected: () => selection.get().length,
    /** Elements of the drawing, in its order. */
    list: (): Listed[] => all().map(listed),
    /** Elements that a sequence flow can lead to from this one. */
    targetsOf: (source: Shape): Listed[] =>
      all()
        .filter((target) => {
          if (target === source) return false;
          return isSequenceFlow(get('rules').allowed('connection.create', { source, target }));
        })
        .map(listed),
    /** Selects an element and scrolls to it; false where there is none with that id. */
    select(id: string): boolean {
      const shape = registry.get(id);
      if (shape) show(shape);
      return shape !== undefined;
    },
    /** Elements with these ids have a fault; unknown ids are ignored. */
    mark(ids: readonly string[]) {
      for (const id of marked) if (registry.get(id)) canvas.removeMarker(id, faultClass);
      marked.clear();
      for (const id of ids) {
        // A fault of the whole process would paint every element.
        if (!registry.get(id) || id === canvas.getRootElement().id) continue;
        canvas.addMarker(id, faultClass);
        marked.add(id);
      }
    },
  };
}

/** Changes of the process: each is a step that can be undone. */
function changesOf(
  get: Get,
  { only, show, bottoms }: Pick<ReturnType<typeof elementsOf>, 'only' | 'show' | 'bottoms'>,
) {
  const [canvas, modeling, commands, moddle] = [get('canvas'), get('modeling'), get('commandStack'), get('moddle')];
  const joined = joinedSteps(commands, get('eventBus'));
  return {
    /** Adds an element behind the selected one, or where nothing is drawn yet: below all others. */
    add(name: Offered) {
      const shape = get('elementFactory').createShape(attributesOf(name));
      const source = only();
      // The new element belongs to no scope yet; the rule asks as if it stood beside the selected one.
      const beside = { source, target: shape, hints: { targetParent: source?.parent } };
      const canFollow = source !== undefined && isSequenceFlow(get('rules').allowed('connection.create', beside));
      const { x, y, width, height } = canvas.viewbox();
      const ends = bottoms();
      const free = {
        x: Math.round(x + width / 2),
        y: ends.length > 0 ? Math.round(Math.max(...ends)) + roomBelow : Math.round(y + height / 2),
      };
      show(
        canFollow ? get('autoPlace').append(source, shape) : modeling.createShape(shape, free, canvas.getRootElement()),
      );
    },
    connect(source: Shape, id: string) {
      const target = get('elementRegistry').get(id);
      if (target) modeling.connect(source, target);
    },
    remove: () => modeling.removeElements(get('selection').get().slice()),
    /** Whether no other element has this id. */
    isIdFree(id: string, part: Part): boolean {
      const holder = moddle.ids.assigned(id);
      return !holder || holder === part;
    },
    editing(shape: Shape): Editing {
      const own = partOfShape(shape);
      return {
        create: (type, properties, parent) => Object.assign(moddle.create(type, properties), { $parent: parent }),
        createForeign: (name, namespace, properties, parent) =>
          Object.assign(moddle.createAny(name, namespace, properties), { $parent: parent }),
        set: (part, properties, step) =>
          joined(step && `${shape.id} ${step}`, () =>
            part === own
              ? modeling.updateProperties(shape, properties)
              : modeling.updateModdleProperties(shape, part, properties),
          ),
      };
    },
    undo: () => commands.undo(),
    redo: () => commands.redo(),
    canUndo: () => commands.canUndo(),
    canRedo: () => commands.canRedo(),
  };
}

/** Hands on the newest file after changes; changes during the writing of a file lead to another one after it. */
function writer(written: () => Promise<DrawnFile>, onChange: ModelerOptions['onChange']) {
  let [isWriting, isStale] = [false, false];
  return async () => {
    isStale = true;
    if (isWriting) return;
    isWriting = true;
    while (isStale) {
      isStale = false;
      onChange(await written());
    }
    isWriting = false;
  };
}

/** Shows the whole drawing, at its own size at most, beside the palette. */
function showAll(canvas: Canvas): void {
  canvas.zoom('fit-viewport', 'auto');
  const { inner, outer } = canvas.viewbox();
  const [width, height] = [outer.width - paletteRoom - margin, outer.height - 2 * margin];
  if (inner.width === 0 || width <= 0 || height <= 0) return; // nothing is drawn, or the page is hidden
  const scale = Math.min(1, width / inner.width, height / inner.height);
  canvas.viewbox({
    x: inner.x - paletteRoom / scale - (width / scale - inner.width) / 2,
    y: inner.y - margin / scale - (height / scale - inner.height) / 2,
    width: outer.width / scale,
    height: outer.height / scale,
  });
}

/** Draws a process. It lives as long as its page; `attach` shows it, and its answer takes it from the page. */
export function createModeler({ language, faultClass, onChange }: ModelerOptions) {
  const modeler = new Modeler<Services>({
    // Theme variables, so that a theme change needs no new drawing.
    bpmnRenderer: {
      defaultFillColor: 'var(--colorNeutralBackground1)',
      defaultStrokeColor: 'var(--colorNeutralForeground2)',
      defaultLabelColor: 'var(--colorNeutralForeground1)',
    },
    // Text is measured outside of the theme, where its variables have no value.
    textRenderer: { defaultStyle: { fontFamily: FONT_STACK } },
    moddleExtensions: { leasedesk },
    additionalModules: modelerModules(language),
  });
  const get: Get = (name) => modeler.get(name);
  const [canvas, events] = [get('canvas'), get('eventBus')];
  const elements = elementsOf(get, faultClass);

  const listeners = new Set<() => void>();
  let revision = 0;
  events.on(['selection.changed', 'commandStack.changed', 'import.done'], () => {
    revision++;
    for (const listener of listeners) listener();
  });

  const written = async (): Promise<DrawnFile> => {
    const { xml = '' } = await modeler.saveXML({ format: true });
    const definitions = modeler.getDefinitions() as unknown as Part;
    const process = partsOf(definitions, 'rootElements').find(({ $type }) => $type === 'bpmn:Process');
    return { xml, key: textOf(process, 'id'), name: textOf(process, 'name') };
  };
  const write = writer(written, onChange);
  let isOpening = false;
  events.on('commandStack.changed', () => {
    if (!isOpening) void write();
  });

  return {
    ...elements,
    ...changesOf(get, elements),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Steps and flows of the file that are not drawn. */
    undrawn: () =>
      undrawnIn(modeler.getDefinitions() as unknown as Part, (id) => get('elementRegistry').get(id) !== undefined),
    /** Grows with every change of the process and of the selection. */
    revision: () => revision,
    attach(element: HTMLElement) {
      modeler.attachTo(element);
      return () => modeler.detach();
    },
    /** Names the drawing, which has keys of its own, to screen readers. */
    name(text: string) {
      const drawing = canvas.getContainer().querySelector(':scope > svg');
      drawing?.setAttribute('role', 'application');
      drawing?.setAttribute('aria-label', text);
    },
    /** Opens a file in place of the present one; rejects where it cannot be drawn. Answers the file as it is written. */
    async open(file: string): Promise<DrawnFile> {
      isOpening = true;
      try {
        await modeler.importXML(file);
        declareDialect(modeler.getDefinitions() as unknown as Part);
        showAll(canvas);
        return await written();
      } finally {
        isOpening = false;
      }
    },
    zoom(step: 1 | -1) {
      const to = canvas.zoom() * zoomStep ** step;
      canvas.zoom(Math.min(Math.max(to, leastZoom), mostZoom), 'auto');
    },
    showAll: () => showAll(canvas),
    find: () => get('searchPad').toggle(),
    /** What is being typed in the drawing is taken into the process. */
    finishTyping() {
      if (get('directEditing').isActive()) get('directEditing').complete();
    },
    /** The words of palette and menus are made anew. */
    languageChanged: () => events.fire('i18n.changed'),
  };
}
export type ProcessModeler = ReturnType<typeof createModeler>;
