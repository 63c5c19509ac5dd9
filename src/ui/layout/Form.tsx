import type { KeyboardEvent, ReactNode } from 'react';
import { arrange } from './arrange';

export interface FormProps {
  /** For a submit button outside of it, such as one in the foot of a dialog. */
  id?: string;
  className?: string;
  hidden?: boolean;
  onSubmit(): void;
  onKeyDown?(event: KeyboardEvent<HTMLFormElement>): void;
  children: ReactNode;
}

/** A form that the page judges and sends itself; its fields stand below each other unless a class says otherwise. */
export function Form({ className = arrange.fields, onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
