import type { KeyboardEvent, ReactNode } from 'react';
import { seekWrong } from '../overlays/focus';
import { arrange } from './arrange';

export interface FormProps {
  /** For a submit button outside the form, such as one in the footer of a dialog. */
  id?: string;
  className?: string;
  hidden?: boolean;
  onSubmit(): void;
  onKeyDown?(event: KeyboardEvent<HTMLFormElement>): void;
  children: ReactNode;
}

/** Presses the form's own button, so that one that is off stays off; it may stand outside the form. */
function submit(form: HTMLFormElement): void {
  const button = [...form.elements].find((one) => one instanceof HTMLButtonElement && one.type === 'submit');
  if (button) (button as HTMLButtonElement).click();
  else form.requestSubmit();
}

/**
 * A form that the page validates and submits itself, also by Ctrl and Enter from any of its fields; its first wrong field
 * gets the focus.
 */
export function Form({ className = arrange.fields, onSubmit, onKeyDown, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      className={className}
      noValidate
      onKeyDown={(event) => {
        const isTaken = event.defaultPrevented; // by a field that opens its choices by Enter
        onKeyDown?.(event);
        if (event.defaultPrevented && !isTaken) return;
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.stopPropagation(); // nor would the form around a dialog be meant
        submit(event.currentTarget);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation(); // React would also submit the form around a dialog
        onSubmit();
        seekWrong(event.currentTarget);
      }}
    />
  );
}
