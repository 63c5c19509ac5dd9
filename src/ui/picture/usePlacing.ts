import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react';
import { fitted, type Placing, type Size, turned, within, zoomed } from './placing';

export const step = 1.4;
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

/** Where a picture of this size lies in its frame, and what moves it: keys, the pointer, two fingers. */
export function usePlacing(picture: Size) {
  const [placing, place] = useState<Placing>(fitted);
  const [frame, watch] = useSize();
  const drag = useRef<{ x: number; y: number } | null>(null);
  const zoom = (factor: number, about?: { x: number; y: number }) =>
    place((now) => zoomed(picture, frame, now, factor, about));
  const move = (x: number, y: number) => place((now) => within(picture, frame, { ...now, x: now.x + x, y: now.y + y }));

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
  return {
    placing,
    place,
    frame,
    zoom,
    frameProps: {
      ref: frameRef,
      onKeyDown,
      onPointerDown,
      onPointerMove,
      onPointerUp: release,
      onPointerCancel: release,
    },
  };
}
