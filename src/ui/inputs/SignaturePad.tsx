import { type PointerEvent, useRef, useState } from 'react';
import { loginIcons } from '../icons/loginIcons';

export interface SignaturePadProps {
  /** A PNG data address with a transparent ground, null once nothing is left on the pad. */
  onChange(dataUrl: string | null): void;
  label: string;
  clearLabel: string;
  /** Drawing needs a pointer; typing the name is the way for everybody else. */
  words: { draw: string; type: string; typeHint: string };
  /** Name of the signer: shown in a corner, and what typing starts with. */
  signer: string;
  /** What was drawn before this pad came up; it is put back on it. */
  drawn?: string | null;
}

// The picture goes into a contract, so its ink is dark whatever the page's theme.
const INK = '#1a1a1a';
const PEN_PX = 3;
/** Canvas pixels per CSS pixel: sharp in print, still a small file. */
const SCALE = 2;
/** A finger that slipped is no signature: strokes count once they are this long together. */
const LEAST_INK_PX = 60;

export const SignaturePad = ({ onChange, label, clearLabel, words, signer, drawn = null }: SignaturePadProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ink = useRef(0);
  const last = useRef<{ x: number; y: number } | null>(null);
  const isBlank = useRef(true);
  const [mode, setMode] = useState<'draw' | 'type'>('draw');

  /** The canvas takes its pixel size from its place on the page, at the first use and after every clearing. */
  const fresh = () => {
    const element = canvas.current;
    if (!element) return null;
    element.width = element.clientWidth * SCALE;
    element.height = element.clientHeight * SCALE;
    const pen = element.getContext('2d');
    if (pen) {
      pen.scale(SCALE, SCALE);
      Object.assign(pen, { lineWidth: PEN_PX, lineCap: 'round', lineJoin: 'round', strokeStyle: INK, fillStyle: INK });
    }
    return pen;
  };
  // Made once: what the pad itself draws later must not be drawn on it a second time.
  const [mount] = useState(() => (element: HTMLCanvasElement | null) => {
    canvas.current = element;
    if (!element || !drawn) return;
    const picture = new Image();
    picture.onload = () => {
      if (!isBlank.current) return; // somebody was quicker
      fresh()?.drawImage(picture, 0, 0, element.clientWidth, element.clientHeight);
      isBlank.current = false;
      ink.current = LEAST_INK_PX;
    };
    picture.src = drawn;
  });
  const clear = () => {
    fresh();
    isBlank.current = true;
    ink.current = 0;
    onChange(null);
  };
  const tell = () => onChange(canvas.current?.toDataURL('image/png') ?? null);

  const at = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    if (mode !== 'draw' || !event.isPrimary) return;
    if (isBlank.current) fresh();
    isBlank.current = false;
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = at(event);
    draw(event); // a tap leaves a dot
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = canvas.current?.getContext('2d');
    if (!last.current || !pen) return;
    const here = at(event);
    pen.beginPath();
    pen.moveTo(last.current.x, last.current.y);
    pen.lineTo(here.x, here.y);
    pen.stroke();
    ink.current += Math.hypot(here.x - last.current.x, here.y - last.current.y);
    last.current = here;
  };
  const end = () => {
    if (!last.current) return;
    last.current = null;
    if (ink.current >= LEAST_INK_PX) tell();
  };
  const write = (name: string) => {
    const pen = fresh();
    const element = canvas.current;
    if (!pen || !element) return;
    isBlank.current = name === '';
    if (name === '') return onChange(null);
    const width = element.clientWidth - 48;
    pen.font = '48px "Kaiti SC", KaiTi, STKaiti, "Segoe Script", cursive';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(name, element.clientWidth / 2, element.clientHeight / 2, width);
    tell();
  };

  return (
    <div className="signature">
      <div className="signature-head">
        <strong>{label}</strong>
        <fieldset className="signature-modes" aria-label={label}>
          {(['draw', 'type'] as const).map((key) => (
            <button
              key={key}
              type="button"
              aria-pressed={mode === key}
              onClick={() => {
                if (mode === key) return;
                setMode(key);
                if (key === 'type') write(signer);
                else clear();
              }}
            >
              {words[key]}
            </button>
          ))}
        </fieldset>
      </div>
      {mode === 'type' && (
        <input
          className="signature-name"
          aria-label={words.typeHint}
          placeholder={words.typeHint}
          autoComplete="name"
          defaultValue={signer}
          onChange={({ currentTarget }) => write(currentTarget.value.trim())}
        />
      )}
      <div className="signature-pad" data-mode={mode}>
        <canvas
          ref={mount}
          role="img"
          aria-label={label}
          onPointerDown={start}
          onPointerMove={draw}
          onPointerUp={end}
          onPointerCancel={end}
        />
        <span className="signature-signer">{signer}</span>
        {mode === 'draw' && (
          <button type="button" className="signature-clear" aria-label={clearLabel} title={clearLabel} onClick={clear}>
            <svg className="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
              <path d={loginIcons.eraser} />
            </svg>
          </button>
        )}
      </div>
    </div>
  );
};
