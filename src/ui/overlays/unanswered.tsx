import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useMemo, useState } from 'react';

interface Places {
  /** Where the message stands: the id of a dialog, '' for the page; undefined without a message. */
  at: string | undefined;
  text: string;
  /** A dialog opens; the answer is called when it closes. */
  enter(id: string): () => void;
}
const Context = createContext<Places>({ at: undefined, text: '', enter: () => () => {} });

export interface UnansweredPlacesProps {
  /** The commands without an answer: one object as long as they are the same, undefined for none. */
  message: object | undefined;
  /** For a dialog, beside its buttons. */
  text: string;
  /** The dialog in which the message stands has closed. */
  onLeave(): void;
  children: ReactNode;
}

/** A command without an answer is told where it was given: in the dialog that was open in front, or on the page. */
export function UnansweredPlaces({ message, text, onLeave, children }: UnansweredPlacesProps) {
  const [open, setOpen] = useState<readonly string[]>([]);
  const [shown, setShown] = useState<{ message: object; at: string }>();
  if (message !== shown?.message) setShown(message && { message, at: open.at(-1) ?? '' });
  const at = message && shown?.at;
  const enter = useCallback((id: string) => {
    setOpen((all) => [...all, id]);
    return () => setOpen((all) => all.filter((one) => one !== id));
  }, []);
  useEffect(() => {
    if (at && !open.includes(at)) onLeave();
  }, [at, open, onLeave]);
  const places = useMemo(() => ({ at, text, enter }), [at, text, enter]);
  return <Context value={places}>{children}</Context>;
}

/** For a dialog: what it says beside its buttons about a command that it was left without an answer to. */
export function useUnanswered(): string | undefined {
  const id = useId();
  const { at, text, enter } = useContext(Context);
  useEffect(() => enter(id), [enter, id]);
  return at === id ? text : undefined;
}

/** Whether the page is where the message stands. */
export function useIsUnansweredHere(): boolean {
  return useContext(Context).at === '';
}
