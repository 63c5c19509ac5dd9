import { Popover, PopoverSurface } from '@fluentui/react-components';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../inputs/buttons';
import { arrange } from '../layout/arrange';
import { text as look } from '../layout/text';
import { useFocusManager } from './FocusManager';
import styles from './Tour.module.css';

export interface TourStep {
  /** Selectors of what it points at, the first one that is visible. */
  at: readonly string[];
  title: string;
  text: string;
}
export interface TourProps {
  steps: readonly TourStep[];
  words: { skip: string; back: string; next: string; done: string; step(at: number, of: number): string };
  /** At the end, at Esc, and when nothing that it could point at is on screen. */
  onEnd(): void;
}

type Placed = TourStep & { target: HTMLElement };

/** The steps whose targets are on screen; a narrow window or a person without a right has fewer of them. */
function placed(steps: readonly TourStep[], page: Document): Placed[] {
  return steps.flatMap((step) => {
    for (const selector of step.at)
      for (const target of page.querySelectorAll<HTMLElement>(selector))
        if (target.getClientRects().length > 0) return [{ ...step, target }];
    return [];
  });
}

/** Beside a target that fills the height of the window, below any other. */
function placeAt(target: HTMLElement) {
  const isTall = target.clientHeight > target.ownerDocument.documentElement.clientHeight / 2;
  return { target, ...(isTall ? ({ position: 'after', align: 'top' } as const) : ({ position: 'below' } as const)) };
}

/** A frame around what a step points at. */
function Ring({ target }: { target: HTMLElement }) {
  const ring = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const { left, top, width, height } = target.getBoundingClientRect();
      const most = target.ownerDocument.documentElement.clientHeight - top - 4;
      Object.assign(ring.current!.style, {
        left: `${left - 3}px`,
        top: `${top - 3}px`,
        width: `${width + 6}px`,
        height: `${Math.min(height + 6, most)}px`,
      });
    };
    place();
    const watch = new ResizeObserver(place);
    watch.observe(target.ownerDocument.documentElement);
    watch.observe(target);
    return () => watch.disconnect();
  }, [target]);
  return <div ref={ring} className={styles.ring} aria-hidden="true" />;
}

/** A short tour of the screen, from one target to the next; open while it is mounted. */
export function Tour({ steps, words, onEnd }: TourProps) {
  useFocusManager();
  const id = useId();
  const [shown, setShown] = useState<readonly Placed[]>([]);
  const [at, setAt] = useState(0);
  const begin = useRef<HTMLSpanElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const found = placed(steps, begin.current!.ownerDocument);
    if (found.length === 0) onEnd();
    else setShown(found);
  }, [steps, onEnd]);
  const step = shown[at];
  const isLast = at === shown.length - 1;
  // The button that goes on keeps the focus, so that Enter walks through all steps.
  useEffect(() => {
    if (step) next.current?.focus();
  }, [step]);
  return (
    <>
      <span hidden ref={begin} />
      {step && (
        <>
          <Ring target={step.target} />
          <Popover
            open
            withArrow
            trapFocus
            onOpenChange={(_, { open }) => !open && onEnd()}
            positioning={{ ...placeAt(step.target), strategy: 'fixed', overflowBoundaryPadding: 8 }}
          >
            <PopoverSurface className={styles.tour} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
              <div aria-live="polite" className={arrange.column}>
                <span className={look.caption}>{words.step(at + 1, shown.length)}</span>
                <h2 id={`${id}-title`} className={styles.title}>
                  {step.title}
                </h2>
                <p id={`${id}-text`}>{step.text}</p>
              </div>
              <div className={`${arrange.row} ${styles.foot}`}>
                {!isLast && (
                  <Button tone="subtle" onClick={onEnd}>
                    {words.skip}
                  </Button>
                )}
                <span className={look.grow} />
                {at > 0 && <Button onClick={() => setAt(at - 1)}>{words.back}</Button>}
                <Button ref={next} tone="primary" onClick={() => (isLast ? onEnd() : setAt(at + 1))}>
                  {isLast ? words.done : words.next}
                </Button>
              </div>
            </PopoverSurface>
          </Popover>
        </>
      )}
    </>
  );
}
