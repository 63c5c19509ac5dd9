import '../../ui/inputs/rich/trusted';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import type { Language } from '../../../contract/domain/languages';
import { Icon, type IconName } from '../../ui/icons/Icon';
import { IconButton } from '../../ui/inputs/buttons';
import { arrange } from '../../ui/layout/arrange';
import { text } from '../../ui/layout/text';
import { FONT_STACK } from '../../ui/theme/theme';
import styles from './FlowDiagram.module.css';

/** Progress of an instance, or what differs from another version. */
export type Marking = 'running' | 'done' | 'line' | 'added' | 'removed' | 'changed';

export interface FlowDiagramProps {
  /** BPMN 2.0 XML. */
  xml: string;
  /** Elements that have a name in it are shown with that name. */
  language: Language;
  /** Markings of elements by id; unknown ids are ignored. */
  markers: Readonly<Record<string, Marking>>;
  /** The diagram cannot be drawn. */
  onUnreadable(): void;
  words: {
    label: string;
    zoomIn: string;
    zoomOut: string;
    fit: string;
    running: string;
    done: string;
    line: string;
    /** Of a comparison of versions. */
    added?: string;
    removed?: string;
    changed?: string;
    /** Prefix of the names of current steps. */
    now: string;
  };
}

/** The services of the viewer that are used here; the package types them for its own modules only. */
interface Canvas {
  addMarker(element: string, marker: string): void;
  zoom(scale?: 'fit-viewport' | number, center?: 'auto'): number;
  scroll(by: { dx: number; dy: number }): void;
}
interface Registry {
  get(id: string): { businessObject?: { name?: string } } | undefined;
}

const zoomStep = 1.25;
const [leastZoom, mostZoom] = [0.2, 4];
/** The arrow keys move the drawing in the opposite direction, as scrolling does. */
const moves: Record<string, { dx: number; dy: number }> = {
  ArrowLeft: { dx: 60, dy: 0 },
  ArrowRight: { dx: -60, dy: 0 },
  ArrowUp: { dx: 0, dy: 60 },
  ArrowDown: { dx: 0, dy: -60 },
};
const zooms: Record<string, number> = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep };
const glyphs: Record<Marking, IconName> = {
  running: 'play-circle-f',
  done: 'checkmark-circle-f',
  line: 'arrow-right',
  added: 'add',
  removed: 'subtract',
  changed: 'edit',
};
const tones: Record<Marking, string | undefined> = {
  running: text.brand,
  done: text.good,
  line: text.warning,
  added: text.good,
  removed: text.bad,
  changed: text.warning,
};

/** An element of a file as the viewer reads it: what our namespace adds are plain parts. */
interface ReadElement {
  name?: string;
  extensionElements?: { values?: readonly Readonly<Record<string, string>>[] };
  /** Of a part of the drawing: its element, and the box of its label. */
  bpmnElement?: ReadElement;
  label?: { bounds?: { x: number; width: number } };
}
const leastLabel = 90;
/** Gives elements the names that the file has for the language; their labels get room for a word of it. */
function nameIn(language: Language, elements: Readonly<Record<string, ReadElement>>): void {
  const named = new Set<ReadElement>();
  for (const element of Object.values(elements)) {
    const title = element.extensionElements?.values?.find(
      (one) => one.$type === 'leasedesk:title' && one.language === language && !one.field,
    );
    if (!title?.text) continue;
    element.name = title.text;
    named.add(element);
  }
  for (const { bpmnElement, label } of Object.values(elements)) {
    const bounds = label?.bounds;
    if (!bpmnElement || !bounds || !named.has(bpmnElement) || bounds.width >= leastLabel) continue;
    bounds.x -= (leastLabel - bounds.width) / 2;
    bounds.width = leastLabel;
  }
}

/** A read-only process diagram with its progress: it can be moved and zoomed. */
export function FlowDiagram({ xml, language, markers, onUnreadable, words }: FlowDiagramProps) {
  const drawing = useRef<Canvas | null>(null);
  const [running, setRunning] = useState<readonly string[]>([]);
  // A ref holds the newest callback, so that a new callback does not create a new viewer.
  const unreadable = useRef(onUnreadable);
  unreadable.current = onUnreadable;

  // A ref callback creates and destroys the viewer, because a page can be hidden without unmounting.
  const draw = useCallback(
    (element: HTMLDivElement | null) => {
      if (!element) return;
      let isGone = false;
      const viewer = new NavigatedViewer({
        container: element,
        // Theme variables, so that a theme change needs no new drawing.
        bpmnRenderer: {
          defaultFillColor: 'var(--colorNeutralBackground1)',
          defaultStrokeColor: 'var(--colorNeutralForeground2)',
          defaultLabelColor: 'var(--colorNeutralForeground1)',
        },
        // Text is measured outside of the theme, where its variables have no value.
        textRenderer: { defaultStyle: { fontFamily: FONT_STACK } },
      });
      viewer.on('import.parse.complete', ({ elementsById }: { elementsById?: Record<string, ReadElement> }) =>
        nameIn(language, elementsById ?? {}),
      );
      viewer.importXML(xml).then(
        () => {
          if (isGone) return;
          const canvas: Canvas = viewer.get('canvas');
          const registry: Registry = viewer.get('elementRegistry');
          const names: string[] = [];
          for (const [id, marking] of Object.entries(markers)) {
            const found = registry.get(id);
            if (!found) continue;
            canvas.addMarker(id, styles[marking] ?? marking);
            if (marking === 'running') names.push(found.businessObject?.name || id);
          }
          canvas.zoom('fit-viewport', 'auto');
          drawing.current = canvas;
          setRunning(names);
        },
        () => {
          if (!isGone) unreadable.current();
        },
      );
      return () => {
        isGone = true;
        drawing.current = null;
        viewer.destroy();
      };
    },
    [xml, language, markers],
  );

  const zoom = (by: number) => {
    const canvas = drawing.current;
    canvas?.zoom(Math.min(Math.max(canvas.zoom() * by, leastZoom), mostZoom), 'auto');
  };
  const showAll = () => drawing.current?.zoom('fit-viewport', 'auto');
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moves[event.key];
    const enlarge = zooms[event.key];
    if (move) drawing.current?.scroll(move);
    else if (enlarge) zoom(enlarge);
    else if (event.key === '0') showAll();
    else return;
    event.preventDefault();
  };
  const present = (Object.keys(glyphs) as Marking[]).filter((marking) => Object.values(markers).includes(marking));

  return (
    <figure className={styles.flow} aria-label={words.label}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the drawing inside, which has the focus */}
      <div className={`${styles.drawing} ${arrange.box}`} ref={draw} onKeyDown={press} />
      <div className={`${styles.tools} ${arrange.box}`}>
        <IconButton icon="zoom-in" label={words.zoomIn} onClick={() => zoom(zoomStep)} />
        <IconButton icon="zoom-out" label={words.zoomOut} onClick={() => zoom(1 / zoomStep)} />
        <IconButton icon="zoom-fit" label={words.fit} onClick={showAll} />
      </div>
      <figcaption className={`${arrange.row} ${text.caption}`}>
        {present.map((marking) => (
          <span key={marking} className={arrange.line}>
            <Icon name={glyphs[marking]} size={14} className={tones[marking]} />
            {words[marking]}
          </span>
        ))}
        {running.length > 0 && (
          <span className={text.ellipsis}>
            {words.now}
            {running.join(', ')}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
