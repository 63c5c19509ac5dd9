import { Tool } from './Tool';

/** `3:07`, and with hours `1:03:07`. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** Scrolls the current row into view without moving anything but the list; who is in the list goes along. */
function reveal(row: HTMLElement | null) {
  const list = row?.closest('ol');
  if (!row || !list) return;
  const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
  if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight)
    list.scrollTop = top - (list.clientHeight - row.offsetHeight) / 2;
  if (list.contains(list.ownerDocument.activeElement)) row.querySelector('button')?.focus({ preventScroll: true });
}

export interface StepListProps {
  lines: readonly { step: number; ms: number; text: string }[];
  /** The step that is shown. */
  at: number;
  label: string;
  onGo(step: number): void;
}

/** The steps of a tape, one of them shown. */
export function StepList({ lines, at, label, onGo }: StepListProps) {
  const current = lines.find(({ step }) => step === at);
  return (
    <ol data-steps aria-label={label}>
      {lines.map(({ step, ms, text }) => (
        <li key={step} ref={step === at ? reveal : undefined}>
          <Tool
            tabIndex={step === (current ?? lines[0])?.step ? 0 : -1}
            aria-current={step === at ? 'step' : undefined}
            onClick={() => onGo(step)}
          >
            <span>{step}</span>
            <span>{clock(ms)}</span>
            <span data-text>{text}</span>
          </Tool>
        </li>
      ))}
    </ol>
  );
}
