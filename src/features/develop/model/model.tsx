import { label } from '../../../../contract/domain/text';
import { type ModelRecord, model as modelModule } from '../../../../contract/modules/develop/model';
import { route } from '../../../store/navigation/route';
import { defineFeature } from '../../crud/feature';
import { designSaga } from './design/designSaga';
import { designPage, designs } from './design/designSlice';
import { ModelPage } from './design/ModelPage';
import { afterPublishing, isServed } from './published';
import { StartDialog } from './start/StartDialog';
import { startSaga } from './start/startSaga';
import { starts } from './start/startSlice';

function open({ id }: Pick<ModelRecord, 'id'>) {
  return route.actions.open({ feature: modelModule.name, rest: `${designPage}/${id}` });
}

export const feature = defineFeature(
  modelModule,
  () => ({
    naming: 'modelName',
    widths: { modelName: 200, modelCode: 160, modelTable: 160 },
    phone: { modelName: 'name', modelCode: 'code', state: 'state', updateTime: 'date' },
    first: {
      text: label(
        '把一张登记表描述成字段，列表、搜索和表单随即可见；也可以从其他系统的表开始。',
        'Describe a register by its fields and see its list, search and form at once; or begin with a table of another system.',
      ),
    },
    add: () => starts.actions.show(),
    edit: open,
    view: open,
    rowActions: (['open', 'grant'] as const).map((key) => ({
      key,
      label: afterPublishing[key].label,
      icon: afterPublishing[key].icon,
      isShown: isServed,
      act: (row: ModelRecord) => route.actions.open(afterPublishing[key].page(row)),
    })),
    // The editor shows all there is of it.
    without: ['detail'],
    Dialogs: StartDialog,
  }),
  (slice) => ({
    needs: ['choices'],
    slices: [designs, starts],
    *saga(world) {
      yield* designSaga(world);
      yield* startSaga(world);
    },
    pages: { [`${designPage}/:id`]: () => ModelPage({ list: slice }) },
  }),
);
