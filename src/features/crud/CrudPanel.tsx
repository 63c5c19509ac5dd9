import { arrange } from '../../ui/layout/arrange';
import { ActionDialog } from './ActionDialog';
import { CrudForm } from './CrudForm';
import styles from './CrudPanel.module.css';
import { CrudList } from './list/CrudList';
import { type ListProps, useList } from './list/useList';

/** A list with its search, buttons and form, for pages that show more than one list. */
export function CrudPanel(props: ListProps & { code: string }) {
  const { module, slice, screen, code } = props;
  const list = useList({ ...props, isPanel: true });
  return (
    <div className={`${arrange.stack} ${arrange.fill} ${styles.panel} ${props.onChoose ? styles.leading : ''}`}>
      <CrudList list={list} />
      {/* The history names a record by the title of its module. */}
      <CrudForm module={{ ...module, name: code }} slice={slice} screen={screen} />
      <ActionDialog module={module} slice={slice} />
    </div>
  );
}
