import { type CSSProperties, useState } from 'react';
import { IconButton } from '../inputs/buttons';
import { arrange } from '../layout/arrange';
import { text } from '../layout/text';
import styles from './PictureView.module.css';
import { type Box, fitted, revealing, type Size, scaleOf, turned } from './placing';
import { step, usePlacing } from './usePlacing';

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

/** A picture that can be enlarged, turned and moved, with places in it that belong to fields beside it. */
export function PictureView({ url, alt, size, boxes, lit, onPick, onPoint, words }: PictureViewProps) {
  const [natural, setNatural] = useState<Size>({ width: 0, height: 0 });
  const [brokenUrl, setBroken] = useState('');
  const picture = size.width > 0 ? size : natural;
  const { placing, place, frame, zoom, frameProps } = usePlacing(picture);

  // The place that is lit is brought into view while the picture is enlarged, once for each change.
  const [revealed, setRevealed] = useState('');
  if (lit !== revealed) {
    setRevealed(lit);
    const box = boxes.find(({ key }) => key === lit);
    if (box && placing.zoom > 1) place(revealing(picture, frame, placing, box.place));
  }

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
        className={styles.frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move and enlarge the picture
        tabIndex={0}
        aria-label={words.frame}
        data-movable={placing.zoom > 1 || undefined}
        {...frameProps}
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
