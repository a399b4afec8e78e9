// Renders a chart as "helm template" does, with the packages that Helm itself is built of, for machines without Helm:
// Go's templates, Sprig, and YAML by way of JSON. Prints one JSON object: the merged values, or the rendered files too.
//
//	render CHART RELEASE NAMESPACE VALUES values|files
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type values = map[string]interface{}

func main() {
	if len(os.Args) != 6 {
		fail(errors.New("needs a chart, the names of a release and a namespace, a file with values, and what to print"))
	}
	chart, release, namespace, given := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	merged := merge(readYaml(filepath.Join(chart, "values.yaml")), readYaml(given))
	if os.Args[5] == "values" {
		print(merged)
		return
	}
	about := capitalised(readYaml(filepath.Join(chart, "Chart.yaml")))
	name := fmt.Sprint(about["Name"])
	sources := readTemplates(chart, name)
	files, err := render(sources, values{
		"Values": merged,
		"Chart":  about,
		"Files":  files{folder: chart},
		"Release": values{
			"Name": release, "Namespace": namespace, "Service": "Helm", "Revision": 1, "IsInstall": true, "IsUpgrade": false,
		},
		"Capabilities": values{
			"KubeVersion": values{"Version": "v1.34.0", "Major": "1", "Minor": "34", "GitVersion": "v1.34.0"},
			"APIVersions": versions{"v1", "apps/v1", "batch/v1"},
			"HelmVersion": values{"Version": "v3.18.0"},
		},
	}, name)
	if err != nil {
		fail(err)
	}
	print(values{"values": merged, "files": files})
}

func print(what values) {
	if err := json.NewEncoder(os.Stdout).Encode(what); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func readYaml(path string) values {
	text, err := os.ReadFile(path)
	if err != nil {
		fail(err)
	}
	read := values{}
	if err := yaml.Unmarshal(text, &read); err != nil {
		fail(fmt.Errorf("%s: %w", path, err))
	}
	return read
}

// Values that are given win; maps are merged, lists replaced, and null takes a default away.
func merge(defaults, given values) values {
	merged := values{}
	for key, value := range defaults {
		merged[key] = value
	}
	for key, value := range given {
		if value == nil {
			delete(merged, key)
			continue
		}
		mine, isMine := merged[key].(values)
		theirs, isTheirs := value.(values)
		if isMine && isTheirs {
			merged[key] = merge(mine, theirs)
		} else {
			merged[key] = value
		}
	}
	return merged
}

func capitalised(fields values) values {
	about := values{}
	for key, value := range fields {
		about[strings.ToUpper(key[:1])+key[1:]] = value
	}
	return about
}

func readTemplates(chart, name string) map[string]string {
	sources := map[string]string{}
	folder := filepath.Join(chart, "templates")
	err := filepath.Walk(folder, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		relative, _ := filepath.Rel(chart, path)
		sources[name+"/"+filepath.ToSlash(relative)] = string(text)
		return err
	})
	if err != nil {
		fail(err)
	}
	return sources
}

func render(sources map[string]string, scope values, name string) (map[string]string, error) {
	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(functions(all))
	for path, source := range sources {
		if _, err := all.New(path).Parse(source); err != nil {
			return nil, err
		}
	}
	rendered := map[string]string{}
	for path := range sources {
		if strings.HasPrefix(filepath.Base(path), "_") {
			continue
		}
		scope["Template"] = values{"Name": path, "BasePath": name + "/templates"}
		text, err := execute(all.Lookup(path), scope)
		if err != nil {
			return nil, err
		}
		rendered[strings.TrimPrefix(path, name+"/")] = text
	}
	return rendered, nil
}

func execute(one *template.Template, scope interface{}) (string, error) {
	var text bytes.Buffer
	err := one.Execute(&text, scope)
	return strings.ReplaceAll(text.String(), "<no value>", ""), err
}

func functions(all *template.Template) template.FuncMap {
	known := sprig.TxtFuncMap()
	// Helm takes these away: a chart must not depend on the machine that renders it.
	delete(known, "env")
	delete(known, "expandenv")
	known["include"] = func(name string, scope interface{}) (string, error) {
		one := all.Lookup(name)
		if one == nil {
			return "", fmt.Errorf("no template %q", name)
		}
		return execute(one, scope)
	}
	known["tpl"] = func(source string, scope interface{}) (string, error) {
		copied, err := all.Clone()
		if err != nil {
			return "", err
		}
		one, err := copied.New("tpl").Parse(source)
		if err != nil {
			return "", err
		}
		return execute(one, scope)
	}
	known["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	known["fail"] = func(message string) (string, error) { return "", errors.New(message) }
	// Nothing can be looked up without a cluster.
	known["lookup"] = func(string, string, string, string) values { return values{} }
	known["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		if err != nil {
			return ""
		}
		return strings.TrimSuffix(string(text), "\n")
	}
	known["fromYaml"] = func(text string) values {
		read := values{}
		if err := yaml.Unmarshal([]byte(text), &read); err != nil {
			read["Error"] = err.Error()
		}
		return read
	}
	known["fromYamlArray"] = func(text string) []interface{} {
		read := []interface{}{}
		if err := yaml.Unmarshal([]byte(text), &read); err != nil {
			read = []interface{}{err.Error()}
		}
		return read
	}
	return known
}

type versions []string

func (known versions) Has(asked string) bool {
	for _, version := range known {
		if version == asked {
			return true
		}
	}
	return false
}

type files struct{ folder string }

// The text of a file of the chart; nothing where there is none, as with Helm.
func (chart files) Get(name string) string {
	text, err := os.ReadFile(filepath.Join(chart.folder, name))
	if err != nil {
		return ""
	}
	return string(text)
}
