import { param } from '../../contract/modules/system/param';
import { serve } from '../engine/serverModule';

export default serve(param, { table: 'sys_param', unique: [['paramKey']] });
