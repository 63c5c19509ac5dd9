import { param } from '../../contract/modules/param';
import { serve } from '../engine';

export default serve(param, { table: 'sys_param', unique: [['paramKey']] });
