export { barCharts, facts, heatmaps, lists } from './catalogue';
export { type BarChart, drawBars } from './draw-bars';
export { drawHeatmap, drawList, type Heatmap, type List } from './draw-tables';
