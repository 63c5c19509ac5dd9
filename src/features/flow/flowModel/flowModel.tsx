import { label } from '../../../../contract/domain/text';
import { type FlowModel, flowModel } from '../../../../contract/modules/flow/flowModel';
import { actionLabel } from '../../../../contract/schema/module';
import { route } from '../../../store/navigation/route';
import { defineFeature } from '../../crud/feature';
import { DeployDialog } from './DeployDialog';
import { DesignPage } from './DesignPage';
import { deploySaga } from './deploySaga';
import { deploys } from './deploySlice';
import { designSaga } from './designSaga';
import { designPage, designs } from './designSlice';
import { download, downloadSaga } from './downloadSaga';
import { VersionsPage } from './VersionsPage';
import { versionsSaga } from './versionsSaga';
import { modelVersions, versionsPage } from './versionsSlice';

const words = {
  design: label('设计', 'Design'),
  versions: label('版本', 'Versions'),
  deploy: label(...actionLabel(flowModel.actions.deploy)),
  download: label(...actionLabel(flowModel.actions.download)),
};

function open(page: string, { id }: Pick<FlowModel, 'id'>) {
  return route.actions.open({ feature: flowModel.name, rest: `${page}/${id}` });
}
export const feature = defineFeature(
  flowModel,
  () => ({
    naming: 'name',
    columns: ['name', 'modelKey', 'version', 'created', 'lastUpdated'],
    widths: { name: 240, modelKey: 160 },
    phone: { name: 'name', modelKey: 'code', version: 'state', lastUpdated: 'date' },
    search: ['name', 'modelKey'],
    form: [['name', 'modelKey'], ['description']],
    cells: { version: ({ version }) => `v${version}` },
    view: (row) => open(designPage, row),
    rowActions: [
      {
        key: 'design',
        label: words.design,
        icon: 'flow',
        permission: 'flow_model_update',
        act: (row) => open(designPage, row),
      },
      {
        key: 'deploy',
        label: words.deploy,
        icon: 'send',
        permission: 'flow_model_deploy',
        act: ({ id, name }) => deploys.actions.show({ id, name, path: null }),
      },
      {
        key: 'download',
        label: words.download,
        icon: 'arrow-download',
        permission: 'flow_model_download',
        act: ({ id }) => download(id),
      },
      { key: 'versions', label: words.versions, icon: 'history', act: (row) => open(versionsPage, row) },
    ],
    Dialogs: DeployDialog,
  }),
  {
    // Names of people and dictionaries of other pages are chosen from in the designer.
    needs: ['choices'],
    slices: [designs, deploys, modelVersions],
    *saga(world) {
      yield* designSaga(world);
      yield* deploySaga(world);
      yield* versionsSaga(world);
      yield* downloadSaga(world);
    },
    pages: { [`${designPage}/:id`]: DesignPage, [`${versionsPage}/:id`]: VersionsPage },
  },
);
