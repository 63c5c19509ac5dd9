import { ActionDialog } from './ActionDialog';
import { CrudForm } from './CrudForm';
import styles from './CrudPanel.module.css';
import { CrudList } from './list/CrudList';
import { type ListProps, useList } from './list/useList';

/** A list with its search, buttons and form, where a page shows more than one of them. */
export function CrudPanel(props: ListProps & { code: string }) {
  const { module, slice, screen, code } = props;
  const list = useList({ ...props, isPanel: true });
  return (
    <div className={props.onChoose ? `${styles.panel} ${styles.leading}` : styles.panel}>
      <CrudList list={list} />
      {/* Histories tell of records by the name of the whole module. */}
      <CrudForm module={{ ...module, name: code }} slice={slice} screen={screen} />
      <ActionDialog module={module} slice={slice} />
    </div>
  );
}
