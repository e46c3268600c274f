{{/* An Ingress to components. Arguments: root, name, annotations, port (of their Services), paths (by component). */}}
{{- define "parley.ingress" -}}
{{- $ingress := .root.Values.ingress -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: {{ .name }}
  labels: {{- include "parley.sharedLabels" (dict "root" .root "name" "public") | nindent 4 }}
  {{- with .annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with $ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- with $ingress.tlsSecret }}
  tls:
    - hosts: [{{ $ingress.host }}]
      secretName: {{ . }}
  {{- end }}
  rules:
    - host: {{ required "ingress.host is empty" $ingress.host }}
      http:
        paths:
          {{- range $component, $paths := .paths }}
          {{- $service := printf "%s-%s" (include "parley.fullname" $.root) $component }}
          {{- range $paths }}
          - path: {{ . }}
            pathType: Prefix
            backend: { service: { name: {{ ternary $service (printf "%s-socket" $service) (eq $.port "http") }}, port: { name: {{ $.port }} } } }
          {{- end }}
          {{- end }}
{{- end -}}

{{/* Paths as matches of an HTTPRoute. */}}
{{- define "parley.routeMatches" -}}
{{- range . }}
- path: { type: PathPrefix, value: {{ . }} }
{{- end }}
{{- end -}}
