import { Tag } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon';

/** A removable condition of a search. */
export function RemovableChip({
  children,
  removeLabel,
  onRemove,
}: {
  children: ReactNode;
  removeLabel: string;
  onRemove(): void;
}) {
  return (
    <Tag
      as="button"
      size="small"
      dismissible
      dismissIcon={<Icon name="dismiss" size={12} />}
      aria-label={removeLabel}
      onClick={onRemove}
    >
      {children}
    </Tag>
  );
}
