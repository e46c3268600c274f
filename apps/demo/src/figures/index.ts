export { BY_TAG, barCharts, facts, heatmaps, lists } from './catalogue';
export { type BarChart, drawBars, drawBarTable, isEmptyChart, redrawBars } from './draw-bars';
export { drawFact } from './draw-fact';
export { drawHeatmap, drawList } from './draw-tables';
export { createFormats, type Formats } from './format';
export { type Group, nameSeries } from './names';
