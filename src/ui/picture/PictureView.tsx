import { type CSSProperties, type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react';
import { IconButton } from '../inputs/buttons';
import { arrange } from '../layout/arrange';
import { text } from '../layout/text';
import styles from './PictureView.module.css';
import { type Box, fitted, type Placing, revealing, type Size, scaleOf, turned, within, zoomed } from './placing';

export interface PictureBox {
  key: string;
  /** The accessible name, and the tooltip. */
  label: string;
  place: Box;
  tone: 'plain' | 'warning' | 'bad';
}

export interface PictureViewProps {
  url: string;
  alt: string;
  /** Of the picture, to which the boxes belong; 0 where only the file knows. */
  size: Size;
  boxes: readonly PictureBox[];
  /** The box that is lit, '' for none; it is brought into view. */
  lit: string;
  onPick(key: string): void;
  /** The pointer is above a box; '' when it has left. */
  onPoint(key: string): void;
  /** `keys`: a line about the keyboard below the picture. */
  words: {
    frame: string;
    zoomIn: string;
    zoomOut: string;
    rotate: string;
    fit: string;
    broken: string;
    keys: string;
  };
}

const step = 1.4;
const stride = 64;
/** The picture goes the other way, as if the frame moved. */
const strides: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Size of an element, as long as it is mounted. */
function useSize(): [Size, (element: HTMLElement | null) => (() => void) | undefined] {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [size, watch];
}

/** A picture that can be enlarged, turned and moved, with places in it that belong to fields beside it. */
export function PictureView({ url, alt, size, boxes, lit, onPick, onPoint, words }: PictureViewProps) {
  const [placing, place] = useState<Placing>(fitted);
  const [natural, setNatural] = useState<Size>({ width: 0, height: 0 });
  const [brokenUrl, setBroken] = useState('');
  const [frame, watch] = useSize();
  const drag = useRef<{ x: number; y: number } | null>(null);
  const picture = size.width > 0 ? size : natural;
  const zoom = (factor: number, about?: { x: number; y: number }) =>
    place((now) => zoomed(picture, frame, now, factor, about));
  const move = (x: number, y: number) => place((now) => within(picture, frame, { ...now, x: now.x + x, y: now.y + y }));

  // The place that is lit is brought into view while the picture is enlarged, once for each change.
  const [revealed, setRevealed] = useState('');
  if (lit !== revealed) {
    setRevealed(lit);
    const box = boxes.find(({ key }) => key === lit);
    if (box && placing.zoom > 1) place(revealing(picture, frame, placing, box.place));
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const by = strides[key];
    if (ctrlKey || metaKey || altKey) return;
    if (by) move(by[0] * stride, by[1] * stride);
    else if (key === '+' || key === '=') zoom(step);
    else if (key === '-') zoom(1 / step);
    else if (key === '0') place(fitted);
    else if (key === 'r' || key === 'R') place(turned);
    else return;
    event.preventDefault(); // not a shortcut of the page as well
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || (event.target as Element).closest('button')) return;
    drag.current = { x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    move(event.clientX - drag.current.x, event.clientY - drag.current.y);
    drag.current = { x: event.clientX, y: event.clientY };
  };
  const release = () => {
    drag.current = null;
  };
  // With Ctrl, as touch pads report two fingers. Not by React, whose listener could not keep the page from growing.
  const zoomRef = useRef(zoom);
  zoomRef.current = zoom;
  const frameRef = useCallback(
    (element: HTMLElement | null) => {
      const leave = watch(element);
      const onWheel = (event: WheelEvent) => {
        if (!element || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        const { left, top, width, height } = element.getBoundingClientRect();
        const about = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
        zoomRef.current(Math.exp(-event.deltaY / 300), about);
      };
      element?.addEventListener('wheel', onWheel, { passive: false });
      return () => {
        leave?.();
        element?.removeEventListener('wheel', onWheel);
      };
    },
    [watch],
  );

  const scale = scaleOf(picture, frame, placing);
  const stage = {
    width: picture.width || undefined,
    height: picture.height || undefined,
    transform: `translate(calc(-50% + ${placing.x}px), calc(-50% + ${placing.y}px)) rotate(${placing.turn * 90}deg) scale(${scale})`,
    '--scale': scale,
  } as CSSProperties;
  return (
    <div className={styles.view}>
      <section
        ref={frameRef}
        className={styles.frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move and enlarge the picture
        tabIndex={0}
        aria-label={words.frame}
        data-movable={placing.zoom > 1 || undefined}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <div className={styles.stage} style={stage}>
          <img
            src={url}
            alt={alt}
            draggable={false}
            className={styles.picture}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setNatural({ width, height })
            }
            onError={() => setBroken(url)}
          />
          {boxes.map(({ key, label, place: [left, top, width, height], tone }) => (
            <button
              key={key}
              type="button"
              // The fields beside the picture are reached by Tab, and each lights its place.
              tabIndex={-1}
              className={`${styles.box} ${styles[tone]}`}
              data-box={key}
              data-lit={key === lit || undefined}
              aria-label={label}
              title={label}
              style={{ left, top, width, height }}
              onClick={() => onPick(key)}
              onPointerEnter={() => onPoint(key)}
              onPointerLeave={() => onPoint('')}
            />
          ))}
        </div>
        {brokenUrl === url && <p className={`${styles.broken} ${text.dash}`}>{words.broken}</p>}
      </section>
      <div className={`${arrange.row} ${arrange.noPrint} ${styles.tools}`}>
        <IconButton icon="zoom-out" size="small" label={words.zoomOut} onClick={() => zoom(1 / step)} />
        <span className={`${text.small} ${styles.percent}`}>{Math.round(scale * 100)}%</span>
        <IconButton icon="zoom-in" size="small" label={words.zoomIn} onClick={() => zoom(step)} />
        <IconButton icon="zoom-fit" size="small" label={words.fit} onClick={() => place(fitted)} />
        <IconButton icon="arrow-rotate" size="small" label={words.rotate} onClick={() => place(turned)} />
        <span className={`${text.caption} ${arrange.wideOnly} ${styles.keys}`}>{words.keys}</span>
      </div>
    </div>
  );
}
