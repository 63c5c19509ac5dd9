import type { ButtonHTMLAttributes } from 'react';

/** The studio's own icons: it shares no file with the product. */
const glyphs = {
  stop: 'M5 6.5C5 5.67 5.67 5 6.5 5h7c.83 0 1.5.67 1.5 1.5v7c0 .83-.67 1.5-1.5 1.5h-7A1.5 1.5 0 0 1 5 13.5z',
  play: 'M6 4.3c0-.77.84-1.25 1.5-.86l9 5.2c.67.39.67 1.35 0 1.73l-9 5.2A1 1 0 0 1 6 14.7z',
  pause:
    'M5 4.5A1.5 1.5 0 0 1 6.5 3h1A1.5 1.5 0 0 1 9 4.5v11A1.5 1.5 0 0 1 7.5 17h-1A1.5 1.5 0 0 1 5 15.5zm6 0A1.5 1.5 0 0 1 12.5 3h1A1.5 1.5 0 0 1 15 4.5v11a1.5 1.5 0 0 1-1.5 1.5h-1a1.5 1.5 0 0 1-1.5-1.5z',
  back: 'M12.4 4.7c.4.4.4 1 0 1.4L8.5 10l3.9 3.9a1 1 0 0 1-1.4 1.4l-4.6-4.6a1 1 0 0 1 0-1.4L11 4.7a1 1 0 0 1 1.4 0z',
  on: 'M7.6 4.7a1 1 0 0 1 1.4 0l4.6 4.6a1 1 0 0 1 0 1.4L9 15.3a1 1 0 0 1-1.4-1.4l3.9-3.9-3.9-3.9a1 1 0 0 1 0-1.4z',
  fold: 'M4.7 7.6c.4-.4 1-.4 1.4 0l3.9 3.9 3.9-3.9A1 1 0 0 1 15.3 9l-4.6 4.6a1 1 0 0 1-1.4 0L4.7 9a1 1 0 0 1 0-1.4z',
  left: 'M3 4.5C3 3.67 3.67 3 4.5 3h11c.83 0 1.5.67 1.5 1.5v11c0 .83-.67 1.5-1.5 1.5h-11A1.5 1.5 0 0 1 3 15.5zm4.5-.5v12h8a.5.5 0 0 0 .5-.5v-11a.5.5 0 0 0-.5-.5z',
  close:
    'M4.7 4.7c.4-.4 1-.4 1.4 0L10 8.6l3.9-3.9a1 1 0 0 1 1.4 1.4L11.4 10l3.9 3.9a1 1 0 0 1-1.4 1.4L10 11.4l-3.9 3.9a1 1 0 0 1-1.4-1.4L8.6 10 4.7 6.1a1 1 0 0 1 0-1.4z',
  list: 'M3 5.5c0-.28.22-.5.5-.5h13a.5.5 0 0 1 0 1h-13a.5.5 0 0 1-.5-.5m0 4.5c0-.28.22-.5.5-.5h13a.5.5 0 0 1 0 1h-13A.5.5 0 0 1 3 10m.5 4a.5.5 0 0 0 0 1h13a.5.5 0 0 0 0-1z',
} as const;

export function Glyph({ name, isTurned }: { name: keyof typeof glyphs; isTurned?: boolean }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 20 20"
      width="16"
      height="16"
      aria-hidden="true"
      focusable="false"
      style={isTurned ? { transform: 'rotate(180deg)' } : undefined}
    >
      <path d={glyphs[name]} />
    </svg>
  );
}

interface ToolProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Accessible name and tooltip of an icon button. */
  label?: string;
  tone?: 'primary' | 'danger';
}
/** Classes of base.css. */
const tones = { primary: 'button is-main', danger: 'button is-danger' };
export function Tool({ label, tone, children, ...rest }: ToolProps) {
  return (
    <button type="button" className={tone ? tones[tone] : 'plain'} data-tool aria-label={label} title={label} {...rest}>
      {children}
    </button>
  );
}
