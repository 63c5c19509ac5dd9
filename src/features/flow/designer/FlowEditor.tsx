import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn-codes.css';
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { DeployFault } from '../../../../contract/wire/flow';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { text } from '../../../ui/layout/text';
import { MenuBelow } from '../../../ui/overlays/menus';
import { useFormat } from '../../crud/useFormat';
import styles from './FlowEditor.module.css';
import { createModeler, type DrawnFile, type ProcessModeler } from './modeler';
import { type Offered, offered, packageText } from './modelerModules';
import { type Given, PropertiesPanel } from './PropertiesPanel';
import { useSay } from './say';

export interface FlowEditorProps {
  /** The file that is opened when the editor begins, and again with each new `turn`. */
  xml: string;
  turn: number;
  /** What is wrong with which element; these are marked. */
  faults: readonly Pick<DeployFault, 'elementId' | 'text'>[];
  /** The element that is selected and shown, again with each new `turn`. */
  target: { id: string; turn: number } | null;
  /** What the properties choose from. */
  given: Given;
  /** The file was opened; `written` is the same one as it will be saved. */
  onOpened(written: DrawnFile): void;
  onChange(file: DrawnFile): void;
  /** The file cannot be drawn. */
  onUnreadable(): void;
  /** Commands at the end of the tools. */
  children?: ReactNode;
}

function AddMenu({ modeler }: { modeler: ProcessModeler }) {
  const say = useSay();
  const { language } = useFormat();
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        icon="add"
        aria-haspopup="menu"
        aria-expanded={opener !== null}
        onClick={({ currentTarget }) => setOpener(currentTarget)}
      >
        {say('add')}
      </Button>
      {opener && (
        <MenuBelow
          opener={opener}
          label={say('add')}
          onClose={() => setOpener(null)}
          groups={[
            {
              key: 'elements',
              entries: (Object.keys(offered) as Offered[]).map((name) => ({
                key: name,
                label: packageText(offered[name].title, language),
                act: () => modeler.add(name),
              })),
            },
          ]}
        />
      )}
    </>
  );
}
function Tools({ modeler, children }: { modeler: ProcessModeler; children: ReactNode }) {
  const say = useSay();
  const reason = (isOn: boolean, why: string) => (isOn ? {} : { disabledReason: why });
  return (
    <div role="toolbar" aria-label={say('canvas')} className={`${arrange.row} ${styles.tools}`}>
      <AddMenu modeler={modeler} />
      <IconButton
        icon="arrow-undo"
        label={say('undo')}
        {...reason(modeler.canUndo(), say('nothingToUndo'))}
        onClick={modeler.undo}
      />
      <IconButton
        icon="arrow-redo"
        label={say('redo')}
        {...reason(modeler.canRedo(), say('nothingToRedo'))}
        onClick={modeler.redo}
      />
      <IconButton
        icon="delete"
        label={say('remove')}
        {...reason(modeler.countSelected() > 0, say('nothingSelected'))}
        onClick={modeler.remove}
      />
      <IconButton
        icon="search"
        label={say('find')}
        onClick={(event) => {
          event.stopPropagation(); // a click beside the search closes it
          modeler.find();
        }}
      />
      <IconButton icon="zoom-in" label={say('zoomIn')} onClick={() => modeler.zoom(1)} />
      <IconButton icon="zoom-out" label={say('zoomOut')} onClick={() => modeler.zoom(-1)} />
      <IconButton icon="zoom-fit" label={say('fit')} onClick={modeler.showAll} />
      <span className={text.grow} />
      {children}
    </div>
  );
}

/** Draws a process and edits its properties. Every change is handed on as the whole file. */
export function FlowEditor(props: FlowEditorProps) {
  const { xml, turn, faults, target, given, children } = props;
  const say = useSay();
  const { language } = useFormat();
  // A ref holds the newest callbacks and language, which the drawing asks for at its own time.
  const newest = useRef({ props, language });
  newest.current = { props, language };
  const [modeler] = useState(() =>
    createModeler({
      language: () => newest.current.language,
      faultClass: styles.fault ?? 'fault',
      onChange: (now) => newest.current.props.onChange(now),
    }),
  );
  useSyncExternalStore(modeler.subscribe, modeler.revision);
  /** What has been done already: a page that is hidden and shown again runs its effects anew. */
  const done = useRef({ turn: -1, target: -1, language });
  const [isOpen, setOpen] = useState(false);

  const draw = useCallback(
    (element: HTMLDivElement | null) => (element ? modeler.attach(element) : undefined),
    [modeler],
  );

  // The drawing belongs to the package, so a new file is opened after React has made its place.
  useEffect(() => {
    if (done.current.turn === turn) return;
    done.current.turn = turn;
    setOpen(false);
    modeler.open(xml).then(
      (written) => {
        if (done.current.turn !== turn) return;
        setOpen(true);
        newest.current.props.onOpened(written);
      },
      () => {
        if (done.current.turn === turn) newest.current.props.onUnreadable();
      },
    );
  }, [modeler, xml, turn]);

  useEffect(() => {
    if (isOpen) modeler.mark(faults.map(({ elementId }) => elementId));
  }, [modeler, faults, isOpen]);

  useEffect(() => {
    if (!isOpen || !target || done.current.target === target.turn) return;
    done.current.target = target.turn;
    modeler.select(target.id);
  }, [modeler, target, isOpen]);

  const name = say('canvas');
  useEffect(() => modeler.name(name), [modeler, name]);

  useEffect(() => {
    if (done.current.language === language) return;
    done.current.language = language;
    modeler.languageChanged();
  }, [modeler, language]);

  const missing = isOpen ? modeler.undrawn() : 0;
  return (
    <div
      className={styles.editor}
      // In the capture phase, because the text field of the drawing keeps its keys to itself.
      onKeyDownCapture={({ key, ctrlKey, metaKey }) => {
        if (key.toLowerCase() === 's' && (ctrlKey || metaKey)) modeler.finishTyping();
      }}
    >
      <Tools modeler={modeler}>{children}</Tools>
      <section className={styles.canvas} aria-label={say('canvas')}>
        <div className={styles.drawing} ref={draw} />
        {isOpen && missing > 0 && (
          <p className={`${styles.undrawn} ${text.dash}`}>{say('undrawn', { count: missing })}</p>
        )}
        {isOpen && missing === 0 && modeler.isEmpty() && (
          <p className={`${styles.hint} ${text.dash}`}>{say('empty')}</p>
        )}
      </section>
      <section className={styles.panel} aria-label={say('panel')}>
        {isOpen && <PropertiesPanel modeler={modeler} given={given} faults={faults} />}
      </section>
    </div>
  );
}
