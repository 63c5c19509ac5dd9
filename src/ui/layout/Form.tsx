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

/** A form that the page validates and submits itself; its first wrong field gets the focus. */
export function Form({ className = arrange.fields, onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation(); // React would also submit the form around a dialog
        onSubmit();
        seekWrong(event.currentTarget);
      }}
    />
  );
}
