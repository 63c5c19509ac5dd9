import { useFieldContext_unstable as useField } from '@fluentui/react-components';
import type { InputHTMLAttributes } from 'react';

/** Attributes that join a control to the field around it; props given to the control itself win. */
export function useWiring(own: { id?: string; 'aria-invalid'?: InputHTMLAttributes<unknown>['aria-invalid'] } = {}) {
  const field = useField();
  return {
    id: own.id ?? field?.labelFor,
    'aria-describedby': [field?.validationMessageId, field?.hintId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field?.validationState === 'error' || undefined),
    'aria-required': field?.required || undefined,
  };
}

/** The same for Fluent's controls, which find their field and its notes by themselves. */
export function useControl(own: Parameters<typeof useWiring>[0]) {
  const { 'aria-describedby': _, id, ...wiring } = useWiring(own);
  // An id that is there and undefined would take the place of the one that Fluent makes for its label.
  return { ...wiring, ...(id ? { id } : {}), required: false };
}
