import { type DragEvent, useState } from 'react';
import { Icon } from '../../icons/Icon';
import { text } from '../../layout/text';
import { Button } from '../buttons';
import styles from './DropZone.module.css';

export interface DropZoneProps {
  onChoose(): void;
  onFiles(files: File[]): void;
  hint: string;
  words: { choose: string; drop: string };
}

/** Takes files that are dropped on it, and opens the file dialog. */
export function DropZone({ onChoose, onFiles, hint, words }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault(); // otherwise the browser opens the file
    setIsOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for keyboards
    <div
      className={styles.zone}
      data-over={isOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        // Folders have no type and no bytes that can be read.
        const files = [...event.dataTransfer.files].filter(({ size }) => size > 0);
        if (files.length > 0) onFiles(files);
      }}
    >
      <Icon name="cloud-arrow-up" size={20} />
      <span>{words.drop}</span>
      <Button icon="arrow-upload" onClick={onChoose}>
        {words.choose}
      </Button>
      <span className={text.caption}>{hint}</span>
    </div>
  );
}
