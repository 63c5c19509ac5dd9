import { useRef, useState } from 'react';
import Pen from 'signature_pad';
import { Glyph } from '../../icons/Glyph';

export interface SignaturePadProps {
  /** Called with a transparent PNG as a data address, or null when the pad is cleared. */
  onChange(dataUrl: string | null): void;
  label: string;
  clearLabel: string;
  /** Drawing needs a pointer, so the name can also be typed. */
  words: { draw: string; type: string; typeHint: string };
  /** Name of the signer: shown in a corner, and the initial text to type. */
  signer: string;
  /** An earlier drawing to start with. */
  drawn?: string | null;
}

// The picture goes into a contract, so its ink is dark in every theme.
const INK = '#1a1a1a';
/** Canvas pixels per CSS pixel: sharp in print, still a small file. */
const SCALE = 2;
/** Least length of all strokes together; shorter ones are accidental. */
const LEAST_INK_PX = 60;

/** px of all strokes together. */
function lengthOf(pen: Pen): number {
  return pen
    .toData()
    .flatMap(({ points }) => points.map((point, at) => [point, points[at - 1] ?? point] as const))
    .reduce((sum, [a, b]) => sum + Math.hypot(a.x - b.x, a.y - b.y), 0);
}

export function SignaturePad({ onChange, label, clearLabel, words, signer, drawn = null }: SignaturePadProps) {
  const pen = useRef<Pen | null>(null);
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const change = useRef(onChange);
  change.current = onChange;
  const [mode, setMode] = useState<'draw' | 'type'>('draw');

  /** Clears the canvas and sets its pixel size from its size on the page. */
  const fresh = () => {
    const element = canvas.current;
    if (!element) return null;
    element.width = element.clientWidth * SCALE;
    element.height = element.clientHeight * SCALE;
    const context = element.getContext('2d');
    context?.scale(SCALE, SCALE);
    pen.current?.clear();
    return context;
  };
  const report = () => change.current(canvas.current?.toDataURL('image/png') ?? null);
  // Created once, because a new ref would draw the earlier drawing again.
  const [mount] = useState(() => (element: HTMLCanvasElement | null) => {
    canvas.current = element;
    if (!element) return;
    const made = new Pen(element, { penColor: INK, minWidth: 1.5, maxWidth: 3, backgroundColor: 'rgba(0,0,0,0)' });
    pen.current = made;
    fresh();
    made.addEventListener('endStroke', () => {
      if (lengthOf(made) >= LEAST_INK_PX) report();
    });
    if (drawn) void made.fromDataURL(drawn, { width: element.clientWidth, height: element.clientHeight });
    return () => made.off();
  });
  const clear = () => {
    fresh();
    onChange(null);
  };
  const write = (name: string) => {
    const context = fresh();
    const element = canvas.current;
    if (!context || !element) return;
    if (name === '') return onChange(null);
    context.fillStyle = INK;
    context.font = '48px "Kaiti SC", KaiTi, STKaiti, "Segoe Script", cursive';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(name, element.clientWidth / 2, element.clientHeight / 2, element.clientWidth - 48);
    report();
  };
  const turn = (to: 'draw' | 'type') => {
    if (mode === to) return;
    setMode(to);
    if (to === 'draw') {
      pen.current?.on();
      clear();
    } else {
      pen.current?.off();
      write(signer);
    }
  };

  return (
    <div>
      <div className="signature-head">
        <strong>{label}</strong>
        <fieldset className="choices" aria-label={label}>
          {(['draw', 'type'] as const).map((key) => (
            <label key={key}>
              <input type="radio" name="signature" checked={mode === key} onChange={() => turn(key)} />
              {words[key]}
            </label>
          ))}
        </fieldset>
      </div>
      {mode === 'type' && (
        <div className="input">
          <input
            aria-label={words.typeHint}
            placeholder={words.typeHint}
            autoComplete="name"
            defaultValue={signer}
            onChange={({ currentTarget }) => write(currentTarget.value.trim())}
          />
        </div>
      )}
      <div className="signature-pad" data-mode={mode}>
        <canvas ref={mount} role="img" aria-label={label} />
        <span className="small">{signer}</span>
        {mode === 'draw' && (
          <button type="button" className="plain" aria-label={clearLabel} title={clearLabel} onClick={clear}>
            <Glyph name="eraser" />
          </button>
        )}
      </div>
    </div>
  );
}
